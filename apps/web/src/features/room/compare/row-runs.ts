import type { Rows } from '#web/features/room/compare/difference-request'

/** Rows of the older side where the newer one has them; all in px of the view. */
export type Run = { top: number; bottom: number; shift: number }

/** `top` and `height`: of the newer page in the view, whose own height is `stage`. */
export function runsInView(rows: Rows, page: { top: number; height: number }, stage: number): Run[] {
  if (rows === null) return [{ top: 0, bottom: stage, shift: 0 }]
  return rows
    .map(([from, to, length]) => ({
      top: Math.max(0, Math.round(page.top + to * page.height)),
      bottom: Math.min(stage, Math.round(page.top + (to + length) * page.height)),
      // Not rounded: rows are resampled like those that they are compared with.
      shift: (to - from) * page.height,
    }))
    .filter(({ top, bottom }) => bottom > top)
}

/** Rows of the newer page that no run covers: inserted. */
export function insertedRows(runs: readonly Run[], page: { top: number; height: number }, stage: number) {
  const end = Math.min(stage, Math.round(page.top + page.height))
  const gaps: { top: number; bottom: number }[] = []
  let at = Math.max(0, Math.round(page.top))
  for (const { top, bottom } of [...runs].sort((a, b) => a.top - b.top)) {
    if (top > at + 1) gaps.push({ top: at, bottom: top })
    at = Math.max(at, bottom)
  }
  if (end > at + 1) gaps.push({ top: at, bottom: end })
  return gaps
}
