import type { Point, Rect, Size } from '#web/features/room/state/viewport'

/** Pins' places as fractions of the page, in drawing order (later ones on top). */
export type PinPlaces = { length: number; x: Float64Array; y: Float64Array }

/** Pins and clusters of one zoom level, sorted by grid cell. Item `i` holds `count[i]` pins; `pin[i]` is one. */
export type PinLevel = {
  length: number
  /** Fractions of the page. */
  x: Float64Array
  y: Float64Array
  count: Uint32Array
  pin: Uint32Array
  /** For each pin the item that shows it. */
  itemOf: Uint32Array
  grid: Grid
}

export type PinIndex = {
  places: PinPlaces
  /** The level for a scale (CSS px per design px); computed on first use. */
  level: (scale: number) => PinLevel
}

type Grid = { cell: number; columns: number; rows: number; start: Uint32Array }

const clusterFrom = 3
const levelsPerDoubling = 2

/** Indexes pins of a page in design px; pins nearer than `overlapPx` on screen overlap. */
export function createPinIndex(places: PinPlaces, page: Size, overlapPx: number): PinIndex {
  const levels = new Map<number, PinLevel>()
  return {
    places,
    level(scale) {
      const step = Math.floor(Math.log2(Math.max(scale, 1e-6)) * levelsPerDoubling + 1e-9)
      const known = levels.get(step)
      if (known) return known
      const made = buildLevel(places, page, overlapPx / 2 ** (step / levelsPerDoubling))
      levels.set(step, made)
      return made
    },
  }
}

export function pinPlaces(points: readonly Point[]): PinPlaces {
  const x = new Float64Array(points.length)
  const y = new Float64Array(points.length)
  points.forEach((point, i) => {
    x[i] = point.x
    y[i] = point.y
  })
  return { length: points.length, x, y }
}

/** Visits the items of a part of the page (fractions) from bottom to top of each cell. */
export function visitItems(level: PinLevel, part: Rect, page: Size, visit: (item: number) => void): void {
  const { cell, columns, rows, start } = level.grid
  const left = cellAt(part.x * page.width, cell, columns)
  const right = cellAt((part.x + part.width) * page.width, cell, columns)
  const top = cellAt(part.y * page.height, cell, rows)
  const bottom = cellAt((part.y + part.height) * page.height, cell, rows)
  for (let row = top; row <= bottom; row += 1) {
    const end = start[row * columns + right + 1] ?? 0
    for (let item = start[row * columns + left] ?? 0; item < end; item += 1) visit(item)
  }
}

/** An item's pins, in drawing order. */
export function pinsOfItem(level: PinLevel, item: number): number[] {
  const pins: number[] = []
  level.itemOf.forEach((owner, pin) => {
    if (owner === item) pins.push(pin)
  })
  return pins
}

function buildLevel(places: PinPlaces, page: Size, radius: number): PinLevel {
  const { length } = places
  // Design px, so that a circle of pins is a circle on any page.
  const px = places.x.map((x) => x * page.width)
  const py = places.y.map((y) => y * page.height)
  const cell = Math.max(radius, Math.sqrt((page.width * page.height) / Math.max(1, 2 * length)), 1e-9)
  const { grid, order } = sortIntoGrid(px, py, length, page, cell)

  const owner = new Int32Array(length).fill(-1)
  const x = new Float64Array(length)
  const y = new Float64Array(length)
  const count = new Uint32Array(length)
  const first = new Uint32Array(length)
  const near = new Uint32Array(length)
  const among: Free = { px, py, owner, grid, order, radius }
  let items = 0
  for (let pin = 0; pin < length; pin += 1) {
    if (owner[pin] !== -1) continue
    const found = gatherNear(pin, among, near)
    const taken = found >= clusterFrom ? found : 1
    if (taken === 1) near[0] = pin
    let sumX = 0
    let sumY = 0
    for (let i = 0; i < taken; i += 1) {
      const member = near[i] ?? 0
      owner[member] = items
      sumX += places.x[member] ?? 0
      sumY += places.y[member] ?? 0
    }
    x[items] = sumX / taken
    y[items] = sumY / taken
    count[items] = taken
    first[items] = pin
    items += 1
  }
  return sortItems({ x, y, count, first, owner, items }, page, cell)
}

/** Pins by cell, in design px; free ones have owner -1. */
type Free = {
  px: Float64Array
  py: Float64Array
  owner: Int32Array
  grid: Grid
  order: Uint32Array
  radius: number
}

/** Fills `near` with the free pins within `radius` of `pin`, including itself; returns their count. */
function gatherNear(pin: number, { px, py, owner, grid, order, radius }: Free, near: Uint32Array): number {
  const { cell, columns, rows, start } = grid
  const x = px[pin] ?? 0
  const y = py[pin] ?? 0
  const limit = radius * radius
  const left = Math.max(0, cellAt(x, cell, columns) - 1)
  const right = Math.min(columns - 1, cellAt(x, cell, columns) + 1)
  const top = Math.max(0, cellAt(y, cell, rows) - 1)
  const bottom = Math.min(rows - 1, cellAt(y, cell, rows) + 1)
  let found = 0
  for (let row = top; row <= bottom; row += 1) {
    const end = start[row * columns + right + 1] ?? 0
    for (let at = start[row * columns + left] ?? 0; at < end; at += 1) {
      const other = order[at] ?? 0
      if (owner[other] !== -1) continue
      const dx = (px[other] ?? 0) - x
      const dy = (py[other] ?? 0) - y
      if (dx * dx + dy * dy < limit || other === pin) {
        near[found] = other
        found += 1
      }
    }
  }
  return found
}

type Built = {
  x: Float64Array
  y: Float64Array
  count: Uint32Array
  first: Uint32Array
  owner: Int32Array
  items: number
}

function sortItems({ x, y, count, first, owner, items }: Built, page: Size, cell: number): PinLevel {
  const px = x.subarray(0, items).map((value) => value * page.width)
  const py = y.subarray(0, items).map((value) => value * page.height)
  const { grid, order } = sortIntoGrid(px, py, items, page, cell)
  const rank = new Uint32Array(items)
  order.forEach((item, place) => {
    rank[item] = place
  })
  const inOrder = { x: new Float64Array(items), y: new Float64Array(items) }
  const counts = new Uint32Array(items)
  const pin = new Uint32Array(items)
  // `from` with a function uses an iterator, which takes ten times as long.
  for (let place = 0; place < items; place += 1) {
    const item = order[place] ?? 0
    inOrder.x[place] = x[item] ?? 0
    inOrder.y[place] = y[item] ?? 0
    counts[place] = count[item] ?? 1
    pin[place] = first[item] ?? 0
  }
  const itemOf = new Uint32Array(owner.length)
  for (let i = 0; i < owner.length; i += 1) itemOf[i] = rank[owner[i] ?? 0] ?? 0
  return { length: items, ...inOrder, count: counts, pin, itemOf, grid }
}

/** Counting sort by cell; equal cells keep their order. */
function sortIntoGrid(px: Float64Array, py: Float64Array, length: number, page: Size, cell: number) {
  const columns = Math.max(1, Math.ceil(page.width / cell))
  const rows = Math.max(1, Math.ceil(page.height / cell))
  const start = new Uint32Array(columns * rows + 1)
  const cells = new Uint32Array(length)
  for (let i = 0; i < length; i += 1) {
    const at = cellAt(py[i] ?? 0, cell, rows) * columns + cellAt(px[i] ?? 0, cell, columns)
    cells[i] = at
    start[at + 1] = (start[at + 1] ?? 0) + 1
  }
  for (let at = 1; at < start.length; at += 1) start[at] = (start[at] ?? 0) + (start[at - 1] ?? 0)
  const next = start.slice()
  const order = new Uint32Array(length)
  for (let i = 0; i < length; i += 1) {
    const at = cells[i] ?? 0
    const place = next[at] ?? 0
    order[place] = i
    next[at] = place + 1
  }
  const grid: Grid = { cell, columns, rows, start }
  return { grid, order }
}

function cellAt(value: number, cell: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, Math.floor(value / cell)))
}
