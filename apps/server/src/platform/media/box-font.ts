// A font with the same box for every letter, as small as readers accept.
// https://learn.microsoft.com/typography/opentype/spec/otff

type Table = [name: string, bytes: Buffer]

const words = (...values: number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [n, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * n)
  return bytes
}
const long = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const em = 1000
const version1 = 0x10000
const magic = 0x5f0f3cf5
/** All of a range have the same glyph. */
const manyToOne = 13

function tablesOf(first: number, last: number): Table[] {
  // One contour of four points: the distance of each from the one before, along x, then along y.
  const points = words(100, 0, 800, 0, 100, 700, 0, -700)
  const box = Buffer.concat([words(1, 100, 100, 900, 800, 3, 0), Buffer.from([1, 1, 1, 1]), points])
  const head = Buffer.concat([
    ...[long(version1), long(version1), long(0), long(magic), words(0, em), Buffer.alloc(16)],
    words(0, 0, em, em, 0, 8, 2, 1, 0),
  ])
  const hhea = Buffer.concat([long(version1), words(900, -100, 0, em, 0, 0, em, 1, 0, 0, 0, 0, 0, 0, 0, 2)])
  const maxp = Buffer.concat([long(version1), words(2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])
  const groups = Buffer.concat([long(1), long(first), long(last), long(1)])
  const map = Buffer.concat([words(manyToOne, 0), long(12 + groups.length), long(0), groups])
  return [
    // Under both names that readers look for.
    ['cmap', Buffer.concat([words(0, 2, 3, 1), long(20), words(3, 10), long(20), map])],
    ['glyf', box],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', words(em, 0, em, 100)],
    ['loca', Buffer.concat([long(0), long(0), long(box.length)])],
    ['maxp', maxp],
  ]
}

/** For the letters from `first` to `last`; `isCollection` puts it into a collection of one face. */
export function makeBoxFont(first: number, last: number, { isCollection = false } = {}): Buffer {
  const made = tablesOf(first, last)
  const start = isCollection ? 16 : 0
  let at = start + 12 + 16 * made.length
  const entries: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [name, bytes] of made) {
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
    entries.push(Buffer.from(name, 'latin1'), long(0), long(at), long(bytes.length))
    bodies.push(padded)
    at += padded.length
  }
  const collection = isCollection ? [Buffer.from('ttcf'), long(version1), long(1), long(16)] : []
  return Buffer.concat([...collection, long(version1), words(made.length, 64, 2, 48), ...entries, ...bodies])
}
