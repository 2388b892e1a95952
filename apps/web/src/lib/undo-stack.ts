/** `isDone`: nothing waits for its chance to pass. `takeBack` answers false where it could not be done now. */
export type Undoable = { takeBack: () => unknown; isDone: boolean }

/** What of a screen can be taken back, the last one last; of what is done already, at most `most`. */
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
    /** Once; one that could not be taken back now is there again. What is done is taken back in turn. */
    async takeBack(offer: Offer): Promise<void> {
      const at = offers.indexOf(offer)
      if (!drop(offer)) return
      // What was done before is looked for as the one after it has left it.
      const taken = offer.isDone ? last.then(() => offer.takeBack()) : offer.takeBack()
      if (offer.isDone) last = Promise.allSettled([taken])
      if ((await taken) === false) offers.splice(at, 0, offer)
    },
  }
}
