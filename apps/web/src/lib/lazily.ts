import { lazy } from 'react'

/** Pauses between tries where there seems to be a line: what a newer version has replaced is never there again. */
const pausesMs = [500, 1_500, 4_000]

/** A component whose code comes when it is needed. A line lost just then is waited for, instead of ending the page. */
export const lazily: typeof lazy = (load) => lazy(() => loadPatiently(load, pausesMs))

async function loadPatiently<T>(load: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((done) => window.addEventListener('online', done, { once: true }))
      return loadPatiently(load, pauses)
    }
    const [pause, ...later] = pauses
    if (pause === undefined) throw error
    await new Promise((done) => setTimeout(done, pause))
    return loadPatiently(load, later)
  }
}

// As long as it stands in the page, a style sheet that failed counts as loaded.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
  },
  true,
)
