/** A run of a long, virtualised list: mounted cards, or the space of unmounted ones. */
export type Segment = { kind: 'cards' | 'space'; from: number; to: number }

/** Shorter lists are fully mounted, so that the browser's search finds everything. */
const wholeUpTo = 400
const shown = 100
const step = 30

/** Enough for the first screen. */
const few = 20

/** Cards from `start`, and the chosen one anywhere, since someone may write there. `isNew`: shown from the top. */
export function segmentsOf(length: number, start: number, chosen: number, isNew = false): Segment[] {
  if (length <= wholeUpTo) return [{ kind: 'cards', from: 0, to: length }]
  const count = isNew ? few : shown
  const from = isNew ? 0 : Math.min(start, length - count)
  const near = { from, to: from + count }
  const isApart = chosen >= 0 && (chosen < near.from || chosen >= near.to)
  const alone = isApart ? [{ from: chosen, to: chosen + 1 }] : []
  const runs = chosen < from ? [...alone, near] : [near, ...alone]
  const segments: Segment[] = []
  let at = 0
  for (const run of runs) {
    if (run.from > at) segments.push({ kind: 'space', from: at, to: run.from })
    segments.push({ kind: 'cards', ...run })
    at = run.to
  }
  if (at < length) segments.push({ kind: 'space', from: at, to: length })
  return segments
}

/** Where the cards start, with so many before and after `index`. */
export function startFor(index: number, length: number): number {
  const start = Math.floor(index / step) * step - step
  return Math.max(0, Math.min(start, length - shown))
}

type Edges = { top: number; bottom: number }

/** The comment at the top of the view, from a space of so many px per comment. */
export function indexAtTop(view: Edges, space: Edges & { from: number; to: number }): number {
  const cardPx = (space.bottom - space.top) / Math.max(1, space.to - space.from)
  if (space.bottom <= view.top) return space.to + (view.top - space.bottom) / cardPx
  return space.from + (view.top - space.top) / cardPx
}
