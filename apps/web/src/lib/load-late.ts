/** Code that failed to load. `needsReload`: this tab never gets it; the version is gone or the failure is cached. */
export class LateError extends Error {
  readonly needsReload: boolean

  constructor(needsReload: boolean, cause: unknown) {
    super('Code could not be loaded', { cause })
    this.name = 'LateError'
    this.needsReload = needsReload
  }
}

const there = new Set<string>()

/** Wraps every `import()`. Browsers cache failed module loads (Chromium ≤ 155), so all files load first. Throws LateError. */
export async function loadLate<T>(importNow: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const wanted = files.map((file) => new URL(file, `${location.origin}/`).href)
  const onPage = addressesOnPage()
  await Promise.all(wanted.filter((url) => !there.has(url) && !onPage.has(url)).map(bring))
  try {
    const loaded = await importNow()
    for (const url of wanted) there.add(url)
    return loaded
  } catch (error) {
    throw new LateError(true, error)
  }
}

/** Files that the page itself links for loading. */
function addressesOnPage(): Set<string> {
  const links = [
    ...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"], link[rel="stylesheet"]'),
  ]
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  return new Set([...links.map((link) => link.href), ...scripts.map((script) => script.src)])
}

const coming = new Map<string, Promise<void>>()

function bring(url: string): Promise<void> {
  const earlier = coming.get(url)
  if (earlier) return earlier
  const work = (url.endsWith('.css') ? bringStyles(url) : bringScript(url)).finally(() => coming.delete(url))
  coming.set(url, work)
  return work
}

async function bringScript(url: string): Promise<void> {
  let response: Response
  try {
    response = await fetch(url, { credentials: 'same-origin' })
    // Only a complete answer is cached.
    await response.arrayBuffer()
  } catch (error) {
    throw new LateError(false, error)
  }
  if (!response.ok) throw new LateError(response.status === 404, response.status)
}

function bringStyles(url: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      crossOrigin: '',
      href: url,
    })
    link.addEventListener('load', () => done())
    link.addEventListener('error', (event) => {
      link.remove()
      fail(new LateError(false, event))
    })
    document.head.append(link)
  })
}
