const last = new Map<string, Promise<unknown>>()
let pageLeft = Promise.withResolvers<void>()

// A closing page would lose its queue: everything goes out at once, in order, and outlives the page.
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => {
    pageLeft.resolve()
    pageLeft = Promise.withResolvers()
  })
}

/** Sends changes of one thing in order, each after the previous answer, whatever it was. */
export function sendInTurn<T>(what: string, send: () => Promise<T>): Promise<T> {
  const before = last.get(what)
  const answer = before ? Promise.race([before, pageLeft.promise]).then(send) : send()
  const done: Promise<unknown> = answer
    .catch(() => undefined)
    .then(() => {
      if (last.get(what) === done) last.delete(what)
    })
  last.set(what, done)
  return answer
}
