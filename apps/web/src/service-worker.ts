/** Opens the app offline: its files, one shell for every address, and seen previews. The page caches answers (lib/cached-answers). */

/** Set by the build: the files that a room and the lists need. */
declare const OFFLINE_FILES: readonly string[]
/** And those that draw PDFs, cached on request. */
declare const DRAWING_FILES: readonly string[]
/** And the script that shows a review's design before the application. */
declare const KEPT_FIRST_VIEW: string

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetching = Extendable & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
type WorkerScope = {
  addEventListener: ((type: 'install' | 'activate', listener: (event: Extendable) => void) => void) &
    ((type: 'message', listener: (event: Extendable & { data: unknown }) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void)
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}
const files = OFFLINE_FILES
const scope = self as unknown as WorkerScope

const assetPrefix = 'wingmark-assets-'
const assetCache = assetPrefix + hashOf(files.join())
const previewCache = 'wingmark-previews'
/** The only cached page, the same for everybody. */
const shell = '/reviews'
const mostPreviewBytes = 200 * 1_048_576
const atOnce = 4

scope.addEventListener('install', (event) => event.waitUntil(keep([...files, shell])))
scope.addEventListener('message', (event) => {
  if (event.data === 'keep drawing') event.waitUntil(keep(DRAWING_FILES).catch(() => undefined))
})
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  if (request.mode === 'navigate') {
    if (!isServers(url.pathname)) event.respondWith(navigate(event))
  } else if (url.origin === location.origin && url.pathname.startsWith('/assets/'))
    event.respondWith(asset(request))
  else if (/^\/files\/(thumbnail|preview)\/[\w-]+$/.test(url.pathname) && !request.headers.has('range'))
    event.respondWith(preview(event, url))
})

/** A few at a time: the open page has priority. */
async function keep(wanted: readonly string[]): Promise<void> {
  const cache = await caches.open(assetCache)
  const left = [...wanted]
  const next = async (): Promise<void> => {
    for (let file = left.pop(); file !== undefined; file = left.pop())
      if (!(await cache.match(file))) await cache.add(file)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/** Waits until no tab of the former version is open, so that none loses its files under an open draft. */
async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(assetPrefix) && name !== assetCache) await caches.delete(name)
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

const isServers = (path: string) =>
  /\/api\/v1(\/|$)|^\/(files|health|docs|assets)(\/|$)|^(?!\/connections\/).*\.\w{1,5}$/.test(path)

/** The server's page, always the newest version; offline, the shell. */
async function navigate({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const kept = await caches.match(shell, { cacheName: assetCache })
    if (!kept) throw error
    return isReview(new URL(request.url).pathname) ? beginWithDesign(kept) : kept
  }
}

const isReview = (path: string) => /^\/reviews\/[\da-f-]{36}$/.test(path)
const applicationTags = /<!--application after="([^"]+)"-->([^]*)<!--\/application-->/

/** Like the server's page of a review: the application's tags wait until its design is painted. */
async function beginWithDesign(kept: Response): Promise<Response> {
  const headers = new Headers(kept.headers)
  // These describe the network answer.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const html = (await kept.text()).replace(
    applicationTags,
    (_, after: string, tags: string) =>
      `<script type="module" crossorigin src="${KEPT_FIRST_VIEW}" data-after="${after}"></script><template id="application">${tags}</template>`,
  )
  return new Response(html, { headers })
}

/** Their names change with their content. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.type === 'basic') {
    const copy = answer.clone()
    void caches.open(assetCache).then((cache) => cache.put(request.url, copy))
  }
  return answer
}

/** By file, kind and page: signatures in addresses differ each time. */
async function preview(event: Fetching, url: URL): Promise<Response> {
  const page = url.searchParams.get('page') ?? '1'
  const key = `${url.origin}${url.pathname}?page=${page}`
  const cache = await caches.open(previewCache)
  const kept = await cache.match(key)
  if (kept) return kept
  const { request } = event
  const answer = await fetch(request)
  if (answer.ok && answer.type !== 'opaque') {
    const copy = answer.clone()
    event.waitUntil(keepPreview(cache, key, copy).catch(() => undefined))
  }
  return answer
}

async function keepPreview(cache: Cache, key: string, answer: Response): Promise<void> {
  const bytes = await answer.arrayBuffer()
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
    'content-length': String(bytes.byteLength),
  }
  await cache.put(key, new Response(bytes, { headers }))
  await dropOldest(cache)
}

/** A cache lists its entries in insertion order. */
async function dropOldest(cache: Cache): Promise<void> {
  const requests = await cache.keys()
  const sizes = await Promise.all(
    requests.map(async (request) => Number((await cache.match(request))?.headers.get('content-length') ?? 0)),
  )
  let total = sizes.reduce((sum, size) => sum + size, 0)
  for (const [place, request] of requests.entries()) {
    if (total <= mostPreviewBytes) return
    await cache.delete(request)
    total -= sizes[place] ?? 0
  }
}

function hashOf(text: string): string {
  let hash = 0
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash, 31) + text.charCodeAt(i)
  return (hash >>> 0).toString(36)
}
