import { readFile } from 'node:fs/promises'
import type { Deps } from '#server/deps'
import { colorOf } from '#server/modules/comments/export/present'
import { listMarks } from '#server/modules/comments/export/store'
import { findPage, withPageSource } from '#server/modules/files/page-pictures/service'
import { RenderError, type Size } from '#server/platform/media/render-protocol'

type Page = { file: string; page: number; format: 'png' | 'jpeg'; user: string }

/** A page with its comments' numbers; null without a picture. `isCut`: some numbers are left out. */
export async function annotatedPage(
  deps: Deps,
  { file, page, format, user }: Page,
): Promise<(Size & { bytes: Buffer; isCut: boolean }) | null> {
  const blob = await findPage.first(deps.db.pool, { file, page })
  if (!blob) return null
  const { marks: rows, isCut } = await listMarks(deps.db, file, page)
  const marks = rows.map(({ number, marker, status, color }) => ({
    number,
    marker,
    isResolved: status !== 'OPEN',
    color: colorOf(color),
  }))
  const urgency = { uploader: user }
  const output = deps.storage.temporaryPath()
  let size: Size | undefined
  try {
    await withPageSource(deps, blob, page, urgency, async (source) => {
      const task = { kind: 'annotated', ...source, marks, output, format } as const
      size = (await deps.renderer.render(task, urgency)).sizes[0]
    })
    return size ? { ...size, isCut, bytes: await readFile(output) } : null
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    deps.log.warn({ blobId: blob.id, failure: error.failure }, 'a page is exported without its picture')
    return null
  } finally {
    await deps.storage.discardTemporary(output)
  }
}
