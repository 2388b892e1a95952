import { open, readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
const HEAD_BYTES = 8
const SUM_BYTES = 4
/** Of the longest chunk that is looked at; no chunk is the last in a whole file. */
const MOST_DATA_BYTES = 32
const HEADER_END = 33
const MOST_CHUNKS = 1_000
/** Larger ones keep the colours of their numbers. */
const MAX_BYTES = 64 * 1024 * 1024
/** 1 / 2.2 in units of the file; so near to it nothing is seen. */
const USUAL_GAMMA = 45_455
const NEAR = 0.05
const LEAST_GAMMA = 15_000
const MOST_GAMMA = 250_000
const CURVE_POINTS = 1_024
const GREY_TYPES = new Set([0, 4])

type Xy = readonly [number, number]
type Space = { white: Xy; red: Xy; green: Xy; blue: Xy }
type Color = { space: Space; curve: Buffer; isGrey: boolean }

const d65: Xy = [0.3127, 0.329]
const srgb: Space = { white: d65, red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06] }
/** By their number in H.273. */
const spaces: Record<number, Space> = {
  1: srgb,
  9: { white: d65, red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  12: { white: d65, red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
}
const LINEAR = 8
const SRGB_CURVE = 13

/**
 * What a picture is read from: its path, or the bytes of a PNG with a colour profile where it tells its colours in the
 * other ways that browsers know and libvips does not.
 */
export async function pictureSource(path: string): Promise<string | Buffer> {
  const color = await readColor(path)
  if (color === null) return path
  const bytes = await readFile(path)
  const data = Buffer.concat([Buffer.from('iCCPcolor\0\0', 'latin1'), deflateSync(profileOf(color))])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length - 4)
  sum.writeUInt32BE(crc32(data))
  return Buffer.concat([bytes.subarray(0, HEADER_END), length, data, sum, bytes.subarray(HEADER_END)])
}

async function readColor(path: string): Promise<Color | null> {
  await using file = await open(path)
  const header = Buffer.alloc(HEADER_END)
  await file.read(header, 0, HEADER_END, 0)
  if (header.toString('latin1', 1, 4) !== 'PNG' || header.toString('latin1', 12, 16) !== 'IHDR') return null
  if ((await file.stat()).size > MAX_BYTES) return null
  const found = new Map<string, Buffer>()
  let at = SIGNATURE_BYTES
  for (let chunk = 0; chunk < MOST_CHUNKS; chunk++) {
    const head = Buffer.alloc(HEAD_BYTES + MOST_DATA_BYTES)
    const { bytesRead } = await file.read(head, 0, head.length, at)
    const name = head.toString('latin1', 4, HEAD_BYTES)
    if (bytesRead < head.length || name === 'IDAT') break
    if (!found.has(name)) found.set(name, head.subarray(HEAD_BYTES))
    at += HEAD_BYTES + head.readUInt32BE(0) + SUM_BYTES
  }
  return colorOf(found, GREY_TYPES.has(header[25] ?? 0))
}

function colorOf(chunks: ReadonlyMap<string, Buffer>, isGrey: boolean): Color | null {
  if (chunks.has('iCCP')) return null
  const code = chunks.get('cICP')
  if (code) {
    const [primaries = 0, transfer = 0] = code
    const space = spaces[primaries]
    if (!space || (transfer !== LINEAR && transfer !== SRGB_CURVE)) return null
    if (space === srgb && transfer === SRGB_CURVE) return null
    return { space, curve: transfer === LINEAR ? gammaCurve(1) : srgbCurve(), isGrey }
  }
  const gamma = chunks.get('gAMA')?.readUInt32BE(0)
  if (chunks.has('sRGB') || gamma === undefined || gamma < LEAST_GAMMA || gamma > MOST_GAMMA) return null
  const space = spaceOf(chunks.get('cHRM'))
  if (space === srgb && Math.abs(gamma / USUAL_GAMMA - 1) < NEAR) return null
  return { space, curve: gammaCurve(100_000 / gamma), isGrey }
}

function spaceOf(chunk: Buffer | undefined): Space {
  if (!chunk) return srgb
  const xy = (n: number): Xy => [chunk.readUInt32BE(n * 8) / 100_000, chunk.readUInt32BE(n * 8 + 4) / 100_000]
  const space = { white: xy(0), red: xy(1), green: xy(2), blue: xy(3) }
  const isOf = (name: keyof Space) => space[name].every((v, n) => Math.abs(v - (srgb[name][n] ?? 0)) < 0.002)
  if (isOf('white') && isOf('red') && isOf('green') && isOf('blue')) return srgb
  return Object.values(space).every(([x, y]) => x < 1 && y > 0 && y < 1) ? space : srgb
}

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

const toXyz = ([x, y]: Xy): Triple => [x / y, 1, (1 - x - y) / y]
const times = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const [x, y, z] = matrix.map(([p, q, r]) => p * a + q * b + r * c)
  return [x ?? 0, y ?? 0, z ?? 0]
}

/** From the cone responses of Bradford and back. */
const cones: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
const conesBack: Matrix = [
  [0.9869929, -0.1470543, 0.1599627],
  [0.4323053, 0.5183603, 0.0492912],
  [-0.0085287, 0.0400428, 0.9684867],
]
const d50: Triple = [0.9642, 1, 0.8249]

function toD50(white: Triple, color: Triple): Triple {
  const [from, to, is] = [times(cones, white), times(cones, d50), times(cones, color)]
  return times(conesBack, [(is[0] * to[0]) / from[0], (is[1] * to[1]) / from[1], (is[2] * to[2]) / from[2]])
}

/** What each of the three adds to white, by Cramer's rule. */
function colorants({ white, red, green, blue }: Space): Triple[] {
  const [r, g, b, w] = [toXyz(red), toXyz(green), toXyz(blue), toXyz(white)]
  const determinant = (p: Triple, q: Triple, s: Triple) =>
    p[0] * (q[1] * s[2] - q[2] * s[1]) -
    q[0] * (p[1] * s[2] - p[2] * s[1]) +
    s[0] * (p[1] * q[2] - p[2] * q[1])
  const all = determinant(r, g, b)
  const shares = [determinant(w, g, b) / all, determinant(r, w, b) / all, determinant(r, g, w) / all]
  return [r, g, b].map((color, n) => {
    const share = shares[n] ?? 0
    return toD50(w, [color[0] * share, color[1] * share, color[2] * share])
  })
}

function gammaCurve(exponent: number): Buffer {
  const curve = Buffer.alloc(16)
  curve.write('curv', 0, 'latin1')
  curve.writeUInt32BE(1, 8)
  curve.writeUInt16BE(Math.round(exponent * 256), 12)
  return curve
}

function srgbCurve(): Buffer {
  const curve = Buffer.alloc(12 + CURVE_POINTS * 2)
  curve.write('curv', 0, 'latin1')
  curve.writeUInt32BE(CURVE_POINTS, 8)
  for (let n = 0; n < CURVE_POINTS; n++) {
    const value = n / (CURVE_POINTS - 1)
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    curve.writeUInt16BE(Math.round(linear * 65_535), 12 + n * 2)
  }
  return curve
}

function xyzTag(values: Triple): Buffer {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 0, 'latin1')
  for (const [n, value] of values.entries()) {
    const fixed = Math.round(Math.min(Math.max(value, -30_000), 30_000) * 65_536)
    tag.writeInt32BE(fixed, 8 + n * 4)
  }
  return tag
}

/** A profile of ICC version 2: a curve, and for colours what its three primaries are. */
function profileOf({ space, curve, isGrey }: Color): Buffer {
  const [red, green, blue] = colorants(space).map(xyzTag)
  const tags: [string, Buffer][] = [['wtpt', xyzTag(d50)]]
  if (isGrey || !red || !green || !blue) tags.push(['kTRC', curve])
  else tags.push(['rXYZ', red], ['gXYZ', green], ['bXYZ', blue])
  if (!isGrey) tags.push(['rTRC', curve], ['gTRC', curve], ['bTRC', curve])
  const table = Buffer.alloc(4 + tags.length * 12)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  for (const [n, [name, data]] of tags.entries()) {
    table.write(name, 4 + n * 12, 'latin1')
    table.writeUInt32BE(at, 8 + n * 12)
    table.writeUInt32BE(data.length, 12 + n * 12)
    at += data.length
  }
  const head = Buffer.alloc(128)
  head.writeUInt32BE(at)
  head.writeUInt32BE(0x02_40_00_00, 8)
  head.write(`mntr${isGrey ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  xyzTag(d50).copy(head, 68, 8)
  return Buffer.concat([head, table, ...tags.map(([, data]) => data)])
}
