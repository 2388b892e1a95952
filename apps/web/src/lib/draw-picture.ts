import { isVector } from '#web/lib/picture-size'
import type { DrawAnswer, DrawRequest } from './thumbnail-worker.ts'

/** Twice the width of an upload's card, for high-density screens. */
const uploadPx = 360
const patienceMs = 20_000
const longestRestMs = 200
/** Smaller files are shown as they are. */
const smallBytes = 200_000

let worker: Worker | null = null
let lastId = 0
let last: Promise<unknown> = Promise.resolve()

/** A thumbnail's address for a chosen image, drawn one at a time; null if the browser cannot or should not. */
export function drawPicture(file: File, widthPx = uploadPx): Promise<string | null> {
  if (isVector(file)) return Promise.resolve(null)
  if (file.size < smallBytes) return Promise.resolve(URL.createObjectURL(file))
  const drawn = last.then(pageAtRest).then(() => drawInWorker(file, widthPx))
  last = drawn
  return drawn.then((picture) => picture && URL.createObjectURL(picture))
}

/** The worker's decoding still takes processor time from a page being scrolled. */
function pageAtRest(): Promise<void> {
  // Safari lacks it.
  if (!('requestIdleCallback' in window)) return Promise.resolve()
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: longestRestMs }))
}

function drawInWorker(file: File, widthPx: number): Promise<Blob | null> {
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  const id = ++lastId
  try {
    worker ??= new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
    const drawing = worker
    const take = ({ data }: MessageEvent<DrawAnswer>) => data.id === id && resolve(data.picture)
    const timer = setTimeout(giveUp, patienceMs)
    drawing.addEventListener('message', take)
    drawing.addEventListener('error', giveUp)
    drawing.postMessage({ id, file, widthPx } satisfies DrawRequest, { transfer: [] })
    return promise.finally(() => {
      clearTimeout(timer)
      drawing.removeEventListener('message', take)
      drawing.removeEventListener('error', giveUp)
    })
  } catch {
    return Promise.resolve(null)
  }

  function giveUp(): void {
    worker?.terminate()
    worker = null
    resolve(null)
  }
}
