/** `isDone`: not waiting for its Undo to pass. `takeBack` returns false if impossible now. */
export type Undoable = { takeBack: () => unknown; isDone: boolean }

/** A screen's undo offers, latest last; of done ones at most `most`. */
export function createUndoStack<Offer extends Undoable>(most = 50) {
  const offers: Offer[] = []
  let last: Promise<unknown> = Promise.resolve()
  const drop = (offer: Offer): boolean => {
    const at = offers.indexOf(offer)
    if (at !== -1) offers.splice(at, 1)
    return at !== -1
  }
  return {
    offers: offers as readonly Offer[],
    drop,
    add(offer: Offer): void {
      offers.push(offer)
      const done = offers.filter(({ isDone }) => isDone)
      if (done[0] && done.length > most) drop(done[0])
    },
    /** Once; a failed one returns to the stack. Done ones are undone in order. */
    async takeBack(offer: Offer): Promise<void> {
      const at = offers.indexOf(offer)
      if (!drop(offer)) return
      // An undo must see the state that the later one leaves.
      const taken = offer.isDone ? last.then(() => offer.takeBack()) : offer.takeBack()
      if (offer.isDone) last = Promise.allSettled([taken])
      if ((await taken) === false) offers.splice(at, 0, offer)
    },
  }
}
