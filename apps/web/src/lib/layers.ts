/** What the router shows: its entry of the history has this address, state and key. */
type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }
type Router = { state: { location: Place }; subscribe: (listener: () => void) => () => void }

/** `page` counts the router's entries; `depth` is how many layers lie on the page there. */
type Entry = { page: number; depth: number }

const open: { close: () => void }[] = []
let at: Entry = { page: -1, depth: 0 }
let path = ''
/** The history is on its way to an entry that this module asked for. */
let isGoing = false
let isAsked = false
/** Another document is being loaded, which going back would cancel. */
let isLeaving = false
const whenAtRest: (() => void)[] = []
/** Pages that were left for another one by an entry of a layer, which stays between the two. */
const leftByLayer = new Set<number>()

function entryOf(state: unknown): Entry {
  const given = typeof state === 'object' && state !== null ? state : {}
  const page = 'idx' in given && typeof given.idx === 'number' ? given.idx : -1
  return { page, depth: 'layer' in given && typeof given.layer === 'number' ? given.layer : 0 }
}

const go = (by: number) => {
  isGoing = true
  window.history.go(by)
}

/** The browser's Back closes this layer before leaving the page. The returned function removes its history entry without the router. */
export function openLayer(close: () => void): () => void {
  const layer = { close }
  open.push(layer)
  settle()
  return () => {
    const place = open.indexOf(layer)
    if (place === -1) return
    open.splice(place, 1)
    settle()
  }
}

/** Runs once per moment, so a replacing layer keeps its entry; and after a navigation, which has its own. */
function settle(): void {
  if (isAsked) return
  isAsked = true
  setTimeout(() => {
    isAsked = false
    if (isGoing || isLeaving || at.page === -1) return
    if (open.length < at.depth) go(open.length - at.depth)
    while (open.length > at.depth) {
      at = { ...at, depth: at.depth + 1 }
      window.history.pushState({ ...window.history.state, layer: at.depth }, '')
    }
  })
}

/** Loads another document; what is on its way through the history arrives before, as it would cancel that. */
export function leaveFor(url: string): void {
  const leave = () => {
    isLeaving = true
    window.location.assign(url)
  }
  if (isGoing) whenAtRest.push(leave)
  else leave()
}

function arrive(): void {
  isGoing = false
  for (const act of whenAtRest.splice(0)) act()
}

function closeAbove(depth: number): void {
  for (const layer of open.splice(depth).toReversed()) layer.close()
}

/** The router that is made never hears of a layer's entries. */
export function withLayers<R extends Router>(make: () => R): R {
  at = entryOf(window.history.state)
  path = window.location.pathname
  // Heard before the router hears it.
  window.addEventListener('popstate', (event) => {
    const from = at
    const to = entryOf(event.state)
    // An entry of another hand, as that of a link to a place of the page, is the router's.
    if (to.page !== from.page || to.page === -1) return leavePage(event, from, to)
    event.stopImmediatePropagation()
    at = to
    keepAddress(router.state.location, to)
    if (isGoing) {
      arrive()
      settle()
    } else if (to.depth < from.depth) closeAbove(to.depth)
    // Forward, to where nothing lies any more.
    else if (to.depth > open.length) go(leftByLayer.has(to.page) ? 1 : open.length - to.depth)
  })
  // A page that was left for another document can come back as it was.
  window.addEventListener('pageshow', () => {
    isLeaving = false
    settle()
  })
  const router = make()
  // After a reload nothing lies on the page.
  if (at.depth > 0) go(-at.depth)
  router.subscribe(followRouter)
  followRouter()
  return router
}

function leavePage(event: PopStateEvent, from: Entry, to: Entry): void {
  arrive()
  if (to.depth > 0) {
    // The page itself is before what lay on it.
    event.stopImmediatePropagation()
    at = from
    window.history.go(-to.depth)
    return
  }
  at = to
  closeAbove(0)
}

function followRouter(): void {
  const { page, depth } = entryOf(window.history.state)
  if (page !== at.page) {
    if (at.depth > 0 && page === at.page + 1) leftByLayer.add(at.page)
    for (const one of leftByLayer) if (one >= page) leftByLayer.delete(one)
    at = { page, depth }
    arrive()
    // What lies on the same page still, as one link of it leads to another.
    if (path === window.location.pathname) settle()
    path = window.location.pathname
  } else if (depth !== at.depth && !isGoing) {
    // The router has replaced the entry.
    window.history.replaceState({ ...window.history.state, layer: at.depth }, '')
  }
}

/** What the router has replaced since stands on another entry of the same page. */
function keepAddress({ pathname, search, hash, state, key }: Place, { page, depth }: Entry): void {
  const layer = depth > 0 ? { layer: depth } : {}
  window.history.replaceState({ usr: state, key, idx: page, ...layer }, '', pathname + search + hash)
}
