import { isAnythingKept } from '#web/features/offline/is-anything-kept'
import { getSession } from '#web/lib/session'

const restMs = 3_000

/** After the first view is there and the page has come to rest, so that a first visit pays nothing for it. */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = () => setTimeout(() => void register().catch(() => undefined), restMs)
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  await keepSeen()
  // Who has an account, or has begun without one, may add a PDF without a line.
  if (getSession().token !== null || isAnythingKept()) active?.postMessage('keep drawing', [])
}

/**
 * What this page has shown past the worker, which an earlier page may have begun, and which takes over at any moment:
 * asked for once more, it comes from the browser's own cache.
 */
async function keepSeen(): Promise<void> {
  await claimed()
  for (const entry of performance.getEntriesByType('resource'))
    if (isPast(entry) && /\/files\/(thumbnail|preview)\//.test(entry.name))
      await fetch(entry.name).catch(() => undefined)
}

const isPast = (entry: PerformanceEntry) =>
  entry instanceof PerformanceResourceTiming && entry.workerStart === 0

function claimed(): Promise<void> {
  if (navigator.serviceWorker.controller) return Promise.resolve()
  return new Promise((done) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true }),
  )
}
