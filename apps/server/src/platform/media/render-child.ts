import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { crc32 } from 'node:zlib'
import {
  isRenderTask,
  isWriteError,
  RenderError,
  type RenderReply,
  type RenderResult,
  type RenderTask,
} from '#server/platform/media/render-protocol'

// Decodes strangers' files: this process has no database and no secrets, and is killed beyond its time and memory.
const DIGEST_READ_BYTES = 1024 * 1024

setPriority(Number(process.argv[2]))
// A Ctrl-C reaches the whole group of processes; the server decides when this one ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// An exit would wait for the picture in progress, for minutes if it is a hostile one.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
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
  if (task.kind === 'digest') return { ok: true, sizes: [], animated: false, ...(await digest(task.path)) }
  return { ok: true, ...(await draw(task)) }
}

async function draw(task: Exclude<RenderTask, { kind: 'digest' }>): Promise<RenderResult> {
  switch (task.kind) {
    case 'picture':
      return (await pictures()).renderPicture(task)
    case 'large-picture':
      return (await pictures()).renderPicture({ ...task, svg: false, isLarge: true })
    case 'blank':
      return (await pictures()).renderBlank(task.size, task.outputs)
    case 'tiles':
      return (await import('#server/platform/media/render-tiles')).renderTiles(task)
    case 'pdf':
      return (await pdfs()).readPdf(task.path)
    case 'pdf-page':
      return (await pdfs()).renderPdfPage(task)
    case 'pdf-tile':
      return (await pdfs()).renderPdfTile(task)
    case 'pdf-facts':
      return (await import('#server/platform/media/read-pdf-facts')).readPdfFacts(task)
    case 'picture-facts':
      return (await import('#server/platform/media/read-picture-facts')).readPictureFacts(task)
    case 'compare':
      return (await import('#server/platform/media/render-comparison')).renderComparison(task)
    case 'carry':
      return (await import('#server/platform/media/carry/render-carry')).renderCarry(task)
    case 'pair-pages':
      return (await import('#server/platform/media/read-page-signs')).pairDocuments(task)
    case 'crop':
      return (await import('#server/platform/media/render-crop')).renderCrop(task)
    case 'annotated':
      return (await import('#server/platform/media/render-annotated')).renderAnnotated(task)
    case 'comment-sheets':
      return (await import('#server/platform/media/lay-out-comments')).layOutComments(task)
    case 'unlock':
      return (await import('#server/platform/media/unlock-pdf')).unlockPdf(task)
  }
}

const pictures = () => import('#server/platform/media/render-picture')
const pdfs = () => import('#server/platform/media/render-pdf')

async function digest(path: string): Promise<{ sha256: string; crc32: number }> {
  const hash = createHash('sha256')
  let sum = 0
  const file = await open(path)
  try {
    // One buffer for all: a stream's would pile up to some 40 MB before they are collected.
    const buffer = Buffer.allocUnsafe(DIGEST_READ_BYTES)
    let read = await file.read(buffer)
    while (read.bytesRead > 0) {
      const bytes = buffer.subarray(0, read.bytesRead)
      hash.update(bytes)
      sum = crc32(bytes, sum)
      read = await file.read(buffer)
    }
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), crc32: sum }
}
