import { transferItemsMax } from '@wingmark/contract/limits'

/** How often a link's holders may see new files. */
const linkPauseMs = 2_000

/** And how often they may see the count of uploaded ones. */
const countPauseMs = 10_000

type Deps = {
  addToLink: (id: string, items: readonly string[]) => Promise<unknown>
  /** The link that still waits for files; null without one. */
  waitingLink: () => string | null
  announceArrived: (id: string, count: number) => Promise<unknown>
  /** Its number of uploaded files. */
  arrived: () => number
  /** What it shows or may show, in order. */
  items: () => readonly string[]
}

/** Adds arrived files to a link while more will follow. Its completion makes up for failures. */
export function createShownArrivals({ addToLink, waitingLink, items, announceArrived, arrived }: Deps) {
  let state = { count: 0, isBusy: false, isBehind: false }
  let announced = { count: 0, isBusy: false }

  /** Naming a shown folder again announces new files in it. */
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
    }, linkPauseMs)
  }

  async function tell(): Promise<void> {
    const link = waitingLink()
    const mine = announced
    const count = arrived()
    if (link === null || mine.isBusy || count <= mine.count) return
    mine.isBusy = true
    mine.count = count
    await announceArrived(link, count).catch(() => undefined)
    setTimeout(() => {
      mine.isBusy = false
      if (mine === announced) void tell()
    }, countPauseMs)
  }

  return {
    /** Files are uploaded, without records yet. */
    tell: () => void tell(),
    show: () => void show(),
    /** Another link begins. */
    reset: () => {
      state = { count: 0, isBusy: false, isBehind: false }
      announced = { count: 0, isBusy: false }
    },
  }
}
