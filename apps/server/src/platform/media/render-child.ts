import { setPriority } from 'node:os'
import {
  isRenderTask,
  RenderError,
  type RenderReply,
  type RenderTask,
} from '#server/platform/media/render-protocol'

// Decodes files of strangers: this process has no database, no secrets, and is killed when it takes too long or too much.
const LOW_PRIORITY = 10

setPriority(LOW_PRIORITY)
process.on('disconnect', () => process.exit())
process.on('message', (task) => {
  if (isRenderTask(task)) void answer(task)
})

async function answer(task: RenderTask) {
  try {
    process.send?.(await run(task))
  } catch (error) {
    const failure = error instanceof RenderError ? error.failure : 'DAMAGED'
    // A trap inside PDFium leaves its memory in an unknown state, so this process is not used again.
    const broken = error instanceof Error && error.name === 'RuntimeError'
    process.send?.({ ok: false, failure } satisfies RenderReply, () => broken && process.exit())
  }
}

async function run(task: RenderTask): Promise<RenderReply> {
  if (task.kind === 'picture') {
    const { renderPicture } = await import('#server/platform/media/render-picture')
    return { ok: true, ...(await renderPicture(task)) }
  }
  const { readPdf, renderPdfPage } = await import('#server/platform/media/render-pdf')
  return { ok: true, ...(task.kind === 'pdf' ? await readPdf(task.path) : await renderPdfPage(task)) }
}
