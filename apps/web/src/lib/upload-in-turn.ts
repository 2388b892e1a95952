let line: Promise<unknown> = Promise.resolve()

/** Runs uploads one by one, whatever they are for: in parallel they would only share the bandwidth. */
export function uploadInTurn<T>(upload: () => Promise<T>): Promise<T> {
  const turn = line.then(upload)
  line = turn.catch(() => undefined)
  return turn
}
