type Triple = readonly [number, number, number]
/** Red, green and blue as X, Y, Z of a profile, whose white is D50. */
export type Primaries = readonly [Triple, Triple, Triple]

const D50: Triple = [0.9642, 1, 0.8249]
/** Bradford's, from X, Y, Z to the responses of the eye's cones. */
const CONES: Primaries = [
  [0.8951, -0.7502, 0.0389],
  [0.2664, 1.7135, -0.0685],
  [-0.1614, 0.0367, 1.0296],
]
const CURVE_STEPS = 1_024

/** The light of an sRGB value, both 0 to 1. */
export const sRgbLight = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** From x and y of white, red, green and blue. */
export function primariesOf(given: readonly number[]): Primaries {
  const [white, ...colors] = [0, 2, 4, 6].map((n) => fromPlane(given[n] ?? 0, given[n + 1] ?? 0))
  const [red, green, blue] = colors
  if (!white || !red || !green || !blue) return [D50, D50, D50]
  const plain: Primaries = [red, green, blue]
  const parts = apply(inverse(plain), white)
  const adapt = (color: Triple, part: number): Triple => {
    const [here, there] = [apply(CONES, white), apply(CONES, D50)]
    const cones = apply(CONES, scaled(color, part))
    return apply(
      inverse(CONES),
      mapped(cones, (cone, n) => (cone * (there[n] ?? 0)) / (here[n] ?? 1)),
    )
  }
  return [adapt(red, parts[0]), adapt(green, parts[1]), adapt(blue, parts[2])]
}

const fromPlane = (x: number, y: number): Triple => [x / y, 1, (1 - x - y) / y]
const scaled = (triple: Triple, by: number): Triple => mapped(triple, (part) => part * by)
const mapped = ([a, b, c]: Triple, by: (part: number, n: number) => number): Triple => [
  by(a, 0),
  by(b, 1),
  by(c, 2),
]

/** Multiplies columns by a column. */
function apply([a, b, c]: Primaries, [x, y, z]: Triple): Triple {
  return mapped([0, 0, 0], (_, n) => (a[n] ?? 0) * x + (b[n] ?? 0) * y + (c[n] ?? 0) * z)
}

function inverse([a, b, c]: Primaries): Primaries {
  const rows: Primaries = [cross(b, c), cross(c, a), cross(a, b)]
  const determinant = a[0] * rows[0][0] + a[1] * rows[0][1] + a[2] * rows[0][2]
  const column = (n: 0 | 1 | 2): Triple => scaled([rows[0][n], rows[1][n], rows[2][n]], 1 / determinant)
  return [column(0), column(1), column(2)]
}

const cross = ([a, b, c]: Triple, [x, y, z]: Triple): Triple => [b * z - c * y, c * x - a * z, a * y - b * x]

/** An ICC profile (version 2) with these primaries; `light`: the light of a value, both 0 to 1. */
export function makeProfile(primaries: Primaries, light: (value: number) => number): Buffer {
  const curve = curveTag(light)
  const tags: [name: string, data: Buffer][] = [
    ['desc', Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\x08colours\0', 'latin1'), Buffer.alloc(80)])],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', colorTag(D50)],
    ['rXYZ', colorTag(primaries[0])],
    ['gXYZ', colorTag(primaries[1])],
    ['bXYZ', colorTag(primaries[2])],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  let at = 128 + table.length
  const places = new Map<Buffer, number>()
  for (const [n, [name, data]] of tags.entries()) {
    if (!places.has(data)) {
      places.set(data, at)
      at += data.length
    }
    table.write(name, 4 + 12 * n, 'latin1')
    table.writeUInt32BE(places.get(data) ?? 0, 8 + 12 * n)
    table.writeUInt32BE(data.length, 12 + 12 * n)
  }
  return Buffer.concat([header(at), table, ...places.keys()])
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size)
  bytes.write('\x02\x40\0\0mntrRGB XYZ ', 8, 'latin1')
  bytes.write('acsp', 36, 'latin1')
  for (const [n, part] of D50.entries()) bytes.writeInt32BE(fixed(part), 68 + 4 * n)
  return bytes
}

const fixed = (part: number) => Math.round(part * 65_536)

function colorTag(color: Triple): Buffer {
  const bytes = Buffer.alloc(20)
  bytes.write('XYZ ', 0, 'latin1')
  for (const [n, part] of color.entries()) bytes.writeInt32BE(fixed(part), 8 + 4 * n)
  return bytes
}

function curveTag(light: (value: number) => number): Buffer {
  const bytes = Buffer.alloc(12 + 2 * CURVE_STEPS)
  bytes.write('curv', 0, 'latin1')
  bytes.writeUInt32BE(CURVE_STEPS, 8)
  for (let n = 0; n < CURVE_STEPS; n++) {
    const part = Math.min(1, Math.max(0, light(n / (CURVE_STEPS - 1))))
    bytes.writeUInt16BE(Math.round(part * 65_535), 12 + 2 * n)
  }
  return bytes
}
