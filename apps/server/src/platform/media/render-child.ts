import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import {
  isRenderTask,
  isWriteError,
  RenderError,
  type RenderReply,
  type RenderTask,
} from '#server/platform/media/render-protocol'

// Decodes files of strangers: this process has no database, no secrets, and is killed when it takes too long or too much.
const LOW_PRIORITY = 10
const DIGEST_READ_BYTES = 1024 * 1024

setPriority(LOW_PRIORITY)
// A Ctrl-C reaches the whole group of processes; the server says when this one ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
process.on('message', (task) => {
  if (isRenderTask(task)) void answer(task)
})

async function answer(task: RenderTask) {
  try {
    process.send?.(await run(task))
  } catch (error) {
    const failure = isWriteError(error)
      ? 'NOT_WRITTEN'
      : error instanceof RenderError
        ? error.failure
        : 'DAMAGED'
    // A trap inside PDFium leaves its memory in an unknown state, so this process is not used again.
    const broken = error instanceof Error && error.name === 'RuntimeError'
    process.send?.({ ok: false, failure } satisfies RenderReply, () => broken && process.exit())
  }
}

async function run(task: RenderTask): Promise<RenderReply> {
  if (task.kind === 'digest') return { ok: true, sizes: [], animated: false, sha256: await digest(task.path) }
  if (task.kind === 'picture' || task.kind === 'blank') {
    const { renderBlank, renderPicture } = await import('#server/platform/media/render-picture')
    const drawn = task.kind === 'blank' ? renderBlank(task.size, task.outputs) : renderPicture(task)
    return { ok: true, ...(await drawn) }
  }
  const { readPdf, renderPdfPage } = await import('#server/platform/media/render-pdf')
  return { ok: true, ...(task.kind === 'pdf' ? await readPdf(task.path) : await renderPdfPage(task)) }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    // One buffer for all of it: a stream's would pile up to some 40 MB before they are collected.
    const buffer = Buffer.allocUnsafe(DIGEST_READ_BYTES)
    let read = await file.read(buffer)
    while (read.bytesRead > 0) {
      hash.update(buffer.subarray(0, read.bytesRead))
      read = await file.read(buffer)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
