let line: Promise<unknown> = Promise.resolve()

/** Does one upload after the other, whatever they are for: side by side they would only share the wire. */
export function uploadInTurn<T>(upload: () => Promise<T>): Promise<T> {
  const turn = line.then(upload)
  line = turn.catch(() => undefined)
  return turn
}
