/** Numbers of a path, short enough to read. */
export const round = (value: number) => Math.round(value * 100) / 100

export type Point = readonly [x: number, y: number]
/** Where a rail's open end is cut off: a height, when the end runs through a curve. */
export type Cuts = { start?: number; end?: number }

export type PenSettings = {
  /** Thickness of upright and of level strokes. */
  stem: number
  bar: number
  /** 0.55 is an ellipse; more is squarer. */
  squareness: number
}

type Quarter = { center: Point; radius: Point; sign: Point; cut?: number }

/** Draws strokes as closed outlines, y upwards, so that one filled path makes a letter. */
export function createPen({ stem, bar, squareness }: PenSettings) {
  const pieces: string[] = []
  const at = ([x, y]: Point) => `${x} ${y}`
  const polygon = (points: Point[]) => pieces.push(`M${points.map(at).join('L')}Z`)

  const box = (x: number, y: number, width: number, height: number) => {
    if (width < 1e-6 || height < 1e-6) return
    polygon([
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ])
  }

  /** A curve from the side of an ellipse to its top or bottom, without what lies before the cut. */
  const curve = ({ center: [cx, cy], radius: [rx, ry], sign: [sx, sy], cut }: Quarter): Point[] => {
    const points: Point[] = [
      [cx + sx * rx, cy],
      [cx + sx * rx, cy + sy * ry * squareness],
      [cx + sx * rx * squareness, cy + sy * ry],
      [cx, cy + sy * ry],
    ]
    return cut === undefined ? points : splitAtHeight(points, cut)
  }

  const quarter = (shape: Quarter) => {
    const [rx, ry] = shape.radius
    const outer = curve({ ...shape, radius: [rx + stem / 2, ry + bar / 2] })
    const inner = curve({ ...shape, radius: [Math.max(0, rx - stem / 2), Math.max(0, ry - bar / 2)] })
    const [a, b, c, d] = outer.map(at)
    const [e, f, g, h] = inner.map(at)
    const there = `M${a}C${b} ${c} ${d}L${h}C${g} ${f} ${e}Z`
    const back = `M${e}C${f} ${g} ${h}L${d}C${c} ${b} ${a}Z`
    // One winding for every piece, else overlapping pieces cancel each other.
    pieces.push(shape.sign[0] * shape.sign[1] > 0 ? there : back)
  }

  /** A slanted stroke between two heights, cut level at both ends; `lean` is its level width. */
  const slant = ([x0, y0]: Point, [x1, y1]: Point, lean: number): void => {
    if (y0 > y1) return slant([x1, y1], [x0, y0], lean)
    polygon([
      [x0 - lean / 2, y0],
      [x0 + lean / 2, y0],
      [x1 + lean / 2, y1],
      [x1 - lean / 2, y1],
    ])
  }

  /** A stroke along level and upright lines whose corners are rounded as far as there is room, or squarely. */
  const rail = (points: Point[], options: { closed?: boolean; cuts?: Cuts; square?: number[] } = {}) => {
    const count = points.length
    const isClosed = options.closed ?? false
    const point = (index: number) => points[(index + count) % count] ?? [0, 0]
    const isCorner = (index: number) => isClosed || (index > 0 && index < count - 1)
    const isSquare = (index: number) => options.square?.includes((index + count) % count) ?? false
    const room = (from: number, to: number) => {
      const length = Math.hypot(point(to)[0] - point(from)[0], point(to)[1] - point(from)[1])
      const other = (to + count) % count
      return isCorner(other) && !isSquare(other) ? length / 2 : length
    }
    const radii = points.map((_, index): Point => {
      if (!isCorner(index) || isSquare(index)) return [0, 0]
      const next = room(index, index + 1)
      const last = room(index, index - 1)
      const isLevelNext = Math.abs(point(index + 1)[1] - point(index)[1]) < 1e-6
      const [rx, ry] = isLevelNext ? [next, last] : [last, next]
      return [Math.min(rx, ry * 1.3), Math.min(ry, rx * 1.3)]
    })
    const radius = (index: number) => radii[(index + count) % count] ?? [0, 0]
    const cutAt = (index: number) =>
      index === 1 ? options.cuts?.start : index === count - 2 ? options.cuts?.end : undefined

    for (let index = 0; index < (isClosed ? count : count - 1); index += 1) {
      const [x0, y0] = point(index)
      const [x1, y1] = point(index + 1)
      if (Math.abs(y0 - y1) < 1e-6) {
        const direction = Math.sign(x1 - x0)
        const from = x0 + direction * (isSquare(index) ? -stem / 2 : radius(index)[0])
        const to = x1 - direction * (isSquare(index + 1) ? -stem / 2 : radius(index + 1)[0])
        if (Math.sign(to - from) === direction)
          box(Math.min(from, to), y0 - bar / 2, Math.abs(to - from), bar)
      } else {
        const direction = Math.sign(y1 - y0)
        const from = y0 + direction * radius(index)[1]
        const to = y1 - direction * radius(index + 1)[1]
        const isCutAway =
          (index === 0 && !isClosed && options.cuts?.start !== undefined) ||
          (index === count - 2 && !isClosed && options.cuts?.end !== undefined)
        if (!isCutAway && Math.sign(to - from) === direction)
          box(x0 - stem / 2, Math.min(from, to), stem, Math.abs(to - from))
      }
    }
    points.forEach(([x, y], index) => {
      const [rx, ry] = radius(index)
      if (rx === 0 || ry === 0) return
      const [before, after] = [point(index - 1), point(index + 1)]
      const level = Math.abs(after[1] - y) < 1e-6 ? after : before
      const upright = level === after ? before : after
      const sign: Point = [Math.sign(x - level[0]), Math.sign(y - upright[1])]
      const center: Point = [x - sign[0] * rx, y - sign[1] * ry]
      const cut = isClosed ? undefined : cutAt(index)
      if (cut !== undefined && Math.sign(cut - center[1]) !== sign[1]) {
        box(x - stem / 2, Math.min(cut, center[1]), stem, Math.abs(center[1] - cut))
        quarter({ center, radius: [rx, ry], sign })
      } else quarter({ center, radius: [rx, ry], sign, ...(cut === undefined ? {} : { cut }) })
    })
  }

  return { box, slant, rail, polygon, outline: () => pieces.join('') }
}

export type Pen = ReturnType<typeof createPen>

const mix = (from: Point, to: Point, part: number): Point => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
]

/** The part of a cubic curve that follows the place where it reaches a height. */
function splitAtHeight(points: Point[], height: number): Point[] {
  const [a = [0, 0], b = a, c = a, d = a] = points
  const split = (part: number): Point[] => {
    const bc = mix(b, c, part)
    const cd = mix(c, d, part)
    const right = mix(bc, cd, part)
    return [mix(mix(mix(a, b, part), bc, part), right, part), right, cd, d]
  }
  const rises = Math.sign(d[1] - a[1])
  let [low, high] = [0, 1]
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2
    const y = split(middle)[0]?.[1] ?? 0
    if ((y - height) * rises < 0) low = middle
    else high = middle
  }
  return split(low)
}
