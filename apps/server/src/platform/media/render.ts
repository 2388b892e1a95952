import { maxPicturePixels } from '@wingmark/contract/limits'
import type { Waiting } from '#server/platform/media/render-lanes'
import type { RenderLimits } from '#server/platform/media/render-process'
import type { RenderFailure, RenderResult, RenderTask } from '#server/platform/media/render-protocol'
import { createWorkers } from '#server/platform/media/render-workers'
import type { Viewers } from '#server/platform/media/shared-drawing'

export { RendererBusyError } from '#server/platform/media/render-lanes'

/** `viewers` look at it; `uploader`, `first`: for lists of new files; `later`: all else; `aside`: keeps none of them waiting. */
export type Urgency = { viewers: Viewers } | { uploader: string } | 'first' | 'later' | 'aside'

export type Renderer = {
  /** Throws RenderError where the file cannot be rendered, and RendererBusyError where too much is waiting. */
  render: (task: RenderTask, urgency: Urgency) => Promise<RenderResult>
  close: () => Promise<void>
}

const defaultLimits: RenderLimits = {
  processes: 2,
  cpuMs: 6_000,
  timeMs: 60_000,
  memoryBytes: 640 * 1024 * 1024,
  idleMs: 20_000,
  priority: 10,
}
/** One process more; the others get nearly all of a busy processor. */
const asideLimits = { processes: 1, priority: 19 }

const nobody: Viewers = new Set([''])

/** Renders in a few killable processes of low priority that start when needed. */
export function createRenderer(limits: Partial<RenderLimits> = {}): Renderer {
  const given = { ...defaultLimits, ...limits }
  const workers = createWorkers(given, { mayBegin: () => true, onRest: () => aside.advance() })
  const aside = createWorkers(
    { ...given, ...asideLimits },
    { mayBegin: () => !workers.isWaiting(), onRest: () => undefined },
  )
  return {
    render: (task, urgency) =>
      new Promise((resolve, reject) => {
        const job = { task, ...whoseTurn(urgency), diedAt: null, resolve, reject }
        if (urgency === 'aside') aside.add(job)
        else workers.add(job)
      }),
    close: async () => {
      await Promise.all([workers.close(), aside.close()])
    },
  }
}

function whoseTurn(urgency: Urgency): Pick<Waiting, 'lane' | 'viewers'> {
  if (urgency === 'aside') return { lane: 'later', viewers: nobody }
  if (typeof urgency === 'string') return { lane: urgency, viewers: nobody }
  return 'uploader' in urgency
    ? { lane: 'first', viewers: new Set([urgency.uploader]) }
    : { lane: 'now', viewers: urgency.viewers }
}

const sentences: Record<RenderFailure, string> = {
  DAMAGED: 'The file is damaged.',
  LARGE: 'This file is too large to preview.',
  TOO_MANY_PIXELS: `This image has more than ${maxPicturePixels / 1_000_000} megapixels, which is too large to preview.`,
  TOO_LARGE: 'This file is too large to preview.',
  TOO_MANY_PAGES: 'This PDF has too many pages to preview.',
  PASSWORD: 'This PDF is protected by a password.',
  TOO_SLOW: 'This file takes too long to preview.',
}

/** Why there is no preview, in words for people. */
export function renderFailureText(failure: RenderFailure): string {
  return sentences[failure]
}
