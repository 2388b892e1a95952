import { type FileHandle, open, readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { makeProfile, type Primaries, primariesOf, sRgbLight } from '#server/platform/media/color-profile'

/** Larger ones are rendered as they are. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_HEAD_BYTES = 4 * 1024 * 1024
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** The gamma that browsers assume for screens, and how near counts as equal. */
const SCREEN = 2.2
const SAME = 0.05
const FULL_RANGE = 1

type Chunk = { name: string; data: Buffer; from: number; to: number }
type Meant = { primaries: Primaries; light: (value: number) => number }

/** What sharp opens: a PNG that declares its colours in another way gets an equivalent profile. */
export async function withPngColor(path: string): Promise<string | Buffer> {
  const meant = await meantColor(path)
  if (meant === null) return path
  const bytes = await readFile(path)
  const head = chunksOf(bytes)
  const [header] = head
  if (!header) return path
  const profile = Buffer.concat([
    Buffer.from('colours\0\0', 'latin1'),
    deflateSync(makeProfile(meant.primaries, meant.light)),
  ])
  const replaced = new Set(['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP'])
  const others = head.slice(1).filter(({ name }) => !replaced.has(name))
  return Buffer.concat([
    bytes.subarray(0, header.to),
    chunk('iCCP', profile),
    ...others.map(({ from, to }) => bytes.subarray(from, to)),
    bytes.subarray(head.at(-1)?.to ?? header.to),
  ])
}

/** As browsers read it; null where sharp reads it alike. */
async function meantColor(path: string): Promise<Meant | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > MAX_BYTES) return null
    const found = new Map(chunksOf(await readHead(file, size)).map(({ name, data }) => [name, data]))
    const coded = found.get('cICP')
    if (coded) return byCode(coded)
    if (found.has('iCCP') || found.has('sRGB')) return null
    return byGamma(found.get('gAMA'), found.get('cHRM'))
  } finally {
    await file.close()
  }
}

async function readHead(file: FileHandle, size: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(Math.min(size, MAX_HEAD_BYTES)) })
  return buffer.subarray(0, bytesRead)
}

/** The chunks before the pixels; none for a file that is not a PNG. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return chunks
  for (let from = 8; from + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(from)
    const name = bytes.toString('latin1', from + 4, from + 8)
    const to = from + 12 + length
    if (name === 'IDAT' || to > bytes.length) break
    chunks.push({ name, data: bytes.subarray(from + 8, to - 4), from, to })
    from = to
  }
  return chunks
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const BT709: Primaries = primariesOf([0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])
const codedPrimaries: Record<number, Primaries> = {
  1: BT709,
  9: primariesOf([0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046]),
  12: primariesOf([0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]),
}
const power = (gamma: number) => (value: number) => value ** gamma
/** What is brighter than a screen (PQ, HLG) is left as it is. */
const codedLight: Record<number, (value: number) => number> = {
  1: sRgbLight,
  4: power(2.2),
  5: power(2.8),
  6: sRgbLight,
  8: power(1),
  13: sRgbLight,
  14: sRgbLight,
  15: sRgbLight,
}

function byCode(data: Buffer): Meant | null {
  const [primariesCode = 0, lightCode = 0, matrix, range] = data
  const [primaries, light] = [codedPrimaries[primariesCode], codedLight[lightCode]]
  if (!primaries || !light || matrix !== 0 || range !== FULL_RANGE) return null
  return primaries === BT709 && light === sRgbLight ? null : { primaries, light }
}

/** Primaries only count together with a gamma; a gamma alone is that of the screen. */
function byGamma(gamma: Buffer | undefined, given: Buffer | undefined): Meant | null {
  const value = gamma?.length === 4 ? gamma.readUInt32BE() / 100_000 : 0
  if (!(value > 0.01 && value < 10)) return null
  const isUsual = Math.abs(value * SCREEN - 1) < SAME
  if (given?.length !== 32) {
    const light = (part: number) => sRgbLight(part ** (1 / (SCREEN * value)))
    return isUsual ? null : { primaries: BT709, light }
  }
  const primaries = primariesOf(Array.from({ length: 8 }, (_, n) => given.readUInt32BE(4 * n) / 100_000))
  if (!primaries.flat().every(Number.isFinite)) return null
  if (isUsual && isNear(primaries, BT709)) return null
  return { primaries, light: power(1 / value) }
}

const isNear = (one: Primaries, other: Primaries) =>
  one.flat().every((part, n) => Math.abs(part - (other.flat()[n] ?? 0)) < 0.005)
