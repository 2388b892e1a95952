// TrueType and OpenType files, and collections of them: https://learn.microsoft.com/typography/opentype/spec/otff

/** A face of a font file: its table directory begins at `at`, the tables are anywhere in `bytes`. */
export type FontFace = { bytes: Buffer; at: number }

const tagOf = (name: string) => Buffer.from(name, 'latin1').readUInt32BE(0)
export const collectionTag = tagOf('ttcf')
const unicodePlatform = 0
const windowsPlatform = 3

export const isCollection = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === collectionTag

/** Offsets of its faces: one, or those of a collection. */
export function fontFaces(bytes: Buffer): number[] {
  if (!isCollection(bytes)) return [0]
  return Array.from({ length: bytes.readUInt32BE(8) }, (_, n) => bytes.readUInt32BE(12 + 4 * n))
}

/** By its name as a number; empty where the face lacks it. */
export function tableOf({ bytes, at }: FontFace, table: number): Buffer {
  const count = bytes.readUInt16BE(at + 4)
  for (let entry = at + 12; entry < at + 12 + 16 * count; entry += 16)
    if (bytes.readUInt32BE(entry) === table) {
      const start = bytes.readUInt32BE(entry + 8)
      return bytes.subarray(start, start + bytes.readUInt32BE(entry + 12))
    }
  return Buffer.alloc(0)
}

/** Whether the face has a letter, by its map of characters. */
export function hasCharacter(face: FontFace): (code: number) => boolean {
  const ranges = rangesOf(tableOf(face, tagOf('cmap')))
  return (code) => ranges.some(([first, last]) => first <= code && code <= last)
}

type Range = [first: number, last: number]

function rangesOf(map: Buffer): Range[] {
  const count = map.length < 4 ? 0 : map.readUInt16BE(2)
  const subtables = Array.from({ length: count }, (_, n) => {
    const entry = 4 + 8 * n
    return { platform: map.readUInt16BE(entry), bytes: map.subarray(map.readUInt32BE(entry + 4)) }
  }).filter(({ platform }) => platform === unicodePlatform || platform === windowsPlatform)
  const whole = subtables.find(({ bytes }) => [12, 13].includes(bytes.readUInt16BE(0)))
  if (whole) return rangesOfGroups(whole.bytes)
  const basic = subtables.find(({ bytes }) => bytes.readUInt16BE(0) === 4)
  return basic ? rangesOfSegments(basic.bytes) : []
}

const rangesOfGroups = (bytes: Buffer): Range[] =>
  Array.from({ length: bytes.readUInt32BE(12) }, (_, n) => {
    const group = 16 + 12 * n
    return [bytes.readUInt32BE(group), bytes.readUInt32BE(group + 4)]
  })

function rangesOfSegments(bytes: Buffer): Range[] {
  const twice = bytes.readUInt16BE(6)
  return Array.from({ length: twice / 2 }, (_, n) => [
    bytes.readUInt16BE(16 + twice + 2 * n),
    bytes.readUInt16BE(14 + 2 * n),
  ])
}
