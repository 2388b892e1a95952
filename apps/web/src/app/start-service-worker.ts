import { isAnythingKept } from '#web/features/offline/is-anything-kept'
import { getSession } from '#web/lib/session'

const restMs = 3_000

/** Starts after the first view and once the page rests, so a first visit pays nothing. */
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
  // Users, and people with reviews on the device, may add a PDF offline.
  if (getSession().token !== null || isAnythingKept()) active?.postMessage('keep drawing', [])
}

/** Requests again what this page loaded before the worker took over; it comes from the browser's cache. */
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
