/** In pixels; `right` and `bottom` are outside. */
export type PixelBox = { left: number; top: number; right: number; bottom: number }

/** Changes in the same or in neighbouring cells are one change; so large at first. */
const cellPx = 16

/** A grid of cells, each with the box of its changed pixels. */
type Grid = { columns: number; rows: number; boxes: (PixelBox | undefined)[] }

/** Boxes around the marked pixels, from top to bottom. The more there would be, the further apart one box reaches. */
export function findChangedBoxes(
  marked: Uint8Array,
  width: number,
  height: number,
  most: number,
): PixelBox[] {
  let grid = gridOf(marked, width, height)
  let found = joinNeighbours(grid)
  while (found.length > most) {
    grid = coarser(grid)
    found = joinNeighbours(grid)
  }
  return joinOverlapping(found).sort((a, b) => a.top - b.top || a.left - b.left)
}

function gridOf(marked: Uint8Array, width: number, height: number): Grid {
  const [columns, rows] = [Math.ceil(width / cellPx), Math.ceil(height / cellPx)]
  const boxes = Array<PixelBox | undefined>(columns * rows)
  for (let y = 0; y < height; y++) {
    const row = marked.subarray(y * width, (y + 1) * width)
    const line = Math.floor(y / cellPx) * columns
    for (let left = row.indexOf(1); left >= 0; ) {
      const column = Math.floor(left / cellPx)
      const end = Math.min(width, (column + 1) * cellPx)
      let right = end
      while (row[right - 1] !== 1) right -= 1
      boxes[line + column] = around(boxes[line + column], { left, top: y, right, bottom: y + 1 })
      left = row.indexOf(1, end)
    }
  }
  return { columns, rows, boxes }
}

function coarser({ columns, rows, boxes }: Grid): Grid {
  const size = { columns: Math.ceil(columns / 2), rows: Math.ceil(rows / 2) }
  const joined = Array<PixelBox | undefined>(size.columns * size.rows)
  for (const [at, box] of boxes.entries()) {
    if (!box) continue
    const [x, y] = [at % columns, Math.floor(at / columns)]
    const cell = Math.floor(y / 2) * size.columns + Math.floor(x / 2)
    joined[cell] = around(joined[cell], box)
  }
  return { ...size, boxes: joined }
}

/** One box for each group of cells that touch, also at their corners. */
function joinNeighbours({ columns, rows, boxes }: Grid): PixelBox[] {
  const isSeen = new Uint8Array(boxes.length)
  const groups: PixelBox[] = []
  for (const [at, box] of boxes.entries()) {
    if (!box || isSeen[at]) continue
    isSeen[at] = 1
    let group = box
    for (const waiting = [at]; waiting.length > 0; ) {
      const cell = waiting.pop() ?? 0
      group = around(group, boxes[cell] ?? group)
      for (const beside of neighboursOf(cell, columns, rows)) {
        if (!boxes[beside] || isSeen[beside]) continue
        isSeen[beside] = 1
        waiting.push(beside)
      }
    }
    groups.push(group)
  }
  return groups
}

function neighboursOf(cell: number, columns: number, rows: number): number[] {
  const [x, y] = [cell % columns, Math.floor(cell / columns)]
  const found: number[] = []
  for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++)
    for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) found.push(ny * columns + nx)
  return found
}

function joinOverlapping(given: readonly PixelBox[]): PixelBox[] {
  const joined: PixelBox[] = []
  for (let box of given) {
    let at = joined.findIndex((one) => overlap(one, box))
    for (; at >= 0; at = joined.findIndex((one) => overlap(one, box)))
      box = around(joined.splice(at, 1)[0], box)
    joined.push(box)
  }
  return joined
}

const overlap = (a: PixelBox, b: PixelBox) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function around(one: PixelBox | undefined, other: PixelBox): PixelBox {
  if (!one) return other
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}
