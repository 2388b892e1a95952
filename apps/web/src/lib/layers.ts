/** The router's location: its history entry has this address, state and key. */
type Place = { pathname: string; search: string; hash: string; state: unknown; key: string }
type Router = { state: { location: Place }; subscribe: (listener: () => void) => () => void }

/** `page` counts the router's entries; `depth` is the number of layers there. */
type Entry = { page: number; depth: number }

const open: { close: () => void }[] = []
let at: Entry = { page: -1, depth: 0 }
let path = ''
/** The history is moving to an entry that this module requested. */
let isGoing = false
let isAsked = false
/** Another document is loading, which going back would cancel. */
let isLeaving = false
const whenAtRest: (() => void)[] = []
/** Pages left from a layer's entry, which stays between the two pages. */
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

/** The browser's Back closes this layer before leaving the page. Call the returned function when it closes otherwise. */
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

/** Loads another document after pending history moves, which would cancel it. */
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

/** Creates a router that never sees layer entries. */
export function withLayers<R extends Router>(make: () => R): R {
  at = entryOf(window.history.state)
  path = window.location.pathname
  // Runs before the router's listener.
  window.addEventListener('popstate', (event) => {
    const from = at
    const to = entryOf(event.state)
    // Entries created otherwise, such as by anchor links, belong to the router.
    if (to.page !== from.page || to.page === -1) return leavePage(event, from, to)
    event.stopImmediatePropagation()
    at = to
    keepAddress(router.state.location, to)
    if (isGoing) {
      arrive()
      settle()
    } else if (to.depth < from.depth) closeAbove(to.depth)
    // Forward to a layer that no longer exists.
    else if (to.depth > open.length) go(leftByLayer.has(to.page) ? 1 : open.length - to.depth)
  })
  // A page left for another document can return from the back-forward cache.
  window.addEventListener('pageshow', () => {
    isLeaving = false
    settle()
  })
  const router = make()
  // After a reload no layer is open.
  if (at.depth > 0) go(-at.depth)
  router.subscribe(followRouter)
  followRouter()
  return router
}

function leavePage(event: PopStateEvent, from: Entry, to: Entry): void {
  arrive()
  if (to.depth > 0) {
    // The page's own entry precedes its layers'.
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
    // Layers stay while links within the same page are followed.
    if (path === window.location.pathname) settle()
    path = window.location.pathname
  } else if (depth !== at.depth && !isGoing) {
    // The router replaced the entry.
    window.history.replaceState({ ...window.history.state, layer: at.depth }, '')
  }
}

/** What the router replaced since belongs to another entry of the same page. */
function keepAddress({ pathname, search, hash, state, key }: Place, { page, depth }: Entry): void {
  const layer = depth > 0 ? { layer: depth } : {}
  window.history.replaceState({ usr: state, key, idx: page, ...layer }, '', pathname + search + hash)
}
