import type { Move } from '#web/features/files/queries'

/** The moves that bring files back to where they stood in `order`, each run of neighbours in one. */
export function wayBack(order: readonly string[], moved: readonly string[]): Move[] {
  const moves: Move[] = []
  let run: string[] = []
  for (const id of order) {
    if (moved.includes(id)) run.push(id)
    else if (run.length > 0) {
      moves.push({ files: run, before: id })
      run = []
    }
  }
  return run.length > 0 ? [...moves, { files: run, before: null }] : moves
}
