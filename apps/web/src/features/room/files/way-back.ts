import type { Move } from '#web/features/files/queries'

/** Moves that restore the files' places in `order`, one move per run of neighbours. */
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
