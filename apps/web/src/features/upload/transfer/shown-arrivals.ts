import { transferItemsMax } from '@wingmark/contract/limits'

/** Those who have the link hear so often of what has come. */
const linkToldMs = 2_000

type Deps = {
  addToLink: (id: string, items: readonly string[]) => Promise<unknown>
  /** The link whose files have not all come; null: there is none. */
  waitingLink: () => string | null
  /** What it shows or may show by now, in order. */
  items: () => readonly string[]
}

/** Puts what has come into a link while more is to come. What fails is left to its completion. */
export function createShownArrivals({ addToLink, waitingLink, items }: Deps) {
  let state = { count: 0, isBusy: false, isBehind: false }

  /** What lies in a folder that the link shows already is told of by naming the folder again. */
  async function show(): Promise<void> {
    const link = waitingLink()
    if (link === null) return
    const mine = state
    mine.isBehind = true
    const all = items()
    if (mine.isBusy || all.length === 0) return
    mine.isBusy = true
    mine.isBehind = false
    const from = Math.min(mine.count, all.length - 1)
    const added = all.slice(from, from + transferItemsMax)
    await addToLink(link, added).then(
      () => (mine.count = from + added.length),
      () => undefined,
    )
    setTimeout(() => {
      mine.isBusy = false
      if (mine.isBehind && mine === state) void show()
    }, linkToldMs)
  }

  return {
    show: () => void show(),
    /** Another link begins. */
    reset: () => {
      state = { count: 0, isBusy: false, isBehind: false }
    },
  }
}
