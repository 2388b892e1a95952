import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { addReviewEvent, wakeReview } from '#server/modules/events/service'
import { mostDerivedBytes } from '#server/modules/files/drawing/policy'
import { removeIfGone, unlockedName } from '#server/modules/files/drawing/service'
import { lockReviewsOf, restart } from '#server/modules/files/drawing/store'
import { findBlobOf } from '#server/modules/files/redraw/store'
import { forbidden, invalidFields, notFound } from '#server/platform/domain-error'
import { RenderError } from '#server/platform/media/render-protocol'

type Asked = { fileId: string; actor: UserActor; mayEdit: boolean }

/** Begins again with a file that has no preview; one that has is left as it is. */
export async function redraw(deps: Deps, { fileId, actor, mayEdit }: Asked): Promise<void> {
  if (!mayEdit) throw forbidden()
  const blob = await findBlobOf(deps.db, fileId)
  if (!blob) throw notFound()
  if (blob.state !== 'FAILED') return
  await deps.limits.consume({ redrawByUser: actor.id })
  await beginAgain(deps, blob.id, null)
}

/**
 * Opens a PDF with its password and keeps the document without it among what is drawn from the original, so that the
 * password itself is nowhere kept.
 */
export async function unlock(deps: Deps, { fileId, actor, mayEdit }: Asked, password: string): Promise<void> {
  if (!mayEdit) throw forbidden()
  const blob = await findBlobOf(deps.db, fileId)
  if (!blob) throw notFound()
  if (blob.lock !== 'LOCKED' || blob.state !== 'FAILED') return
  const tries = { pdfPasswordByUser: actor.id }
  await deps.limits.consume(tries)
  const output = deps.storage.temporaryPath()
  try {
    await deps.storage.withLocalFile({ key: blob.storageKey }, (path) =>
      deps.renderer.render(
        { kind: 'unlock', path, password, output, maxBytes: mostDerivedBytes(blob.size) },
        { viewers: new Set([actor.id]) },
      ),
    )
    await deps.storage.keepDerivative(output, { key: blob.storageKey, derivative: unlockedName })
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw invalidFields({ password: sentences[error.failure] ?? 'This PDF could not be opened.' })
  } finally {
    await deps.storage.discardTemporary(output)
  }
  await deps.limits.giveBack(tries)
  await beginAgain(deps, blob.id, 'OPENED')
  await removeIfGone(deps, blob)
}

const sentences: Partial<Record<RenderError['failure'], string>> = {
  PASSWORD: 'This password does not open the PDF.',
}

async function beginAgain(deps: Deps, blobId: string, lock: 'OPENED' | null): Promise<void> {
  const shown = await deps.db.orm.transaction(async (tx) => {
    await lockReviewsOf(tx, blobId)
    const files = (await restart(tx, blobId, lock)) ?? []
    for (const { fileId, reviewId } of files)
      await addReviewEvent(tx, reviewId, { event: 'file.ready', subjectId: fileId })
    return files
  })
  for (const { reviewId } of shown) wakeReview(deps, reviewId)
}
