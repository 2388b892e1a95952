import { stat } from 'node:fs/promises'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { addRemovalJob } from '#server/modules/files/delete-blobs/store'
import { mostDerivedBytes } from '#server/modules/files/rendering/policy'
import { unlockedName } from '#server/modules/files/rendering/service'
import { lockPlacesOf, restart, type ToRender } from '#server/modules/files/rendering/store'
import { findBlobOf, type Opened, putOpened } from '#server/modules/files/retry-rendering/store'
import { newStorageKey, removeUnrecorded } from '#server/modules/files/upload/service'
import { DomainError, forbidden, invalidFields, notFound } from '#server/platform/domain-error'
import { RenderError } from '#server/platform/media/render-protocol'

type Asked = { fileId: string; actor: UserActor; mayEdit: boolean }

/** Restarts rendering of a file without a preview; leaves others unchanged. */
export async function redraw(deps: Deps, { fileId, actor, mayEdit }: Asked): Promise<void> {
  if (!mayEdit) throw forbidden()
  const blob = await findBlobOf(deps.db, fileId)
  if (!blob) throw notFound()
  if (blob.state !== 'FAILED') return
  await deps.limits.consume({ redrawByUser: actor.id })
  await beginAgain(deps, blob.id, actor)
}

/** Stores the unlocked document with this file's own bytes, never the password; others' copies of the file stay locked. */
export async function unlock(deps: Deps, { fileId, actor, mayEdit }: Asked, password: string): Promise<void> {
  if (!mayEdit) throw forbidden()
  const blob = await findBlobOf(deps.db, fileId)
  if (!blob) throw notFound()
  if (blob.lock !== 'LOCKED' || blob.state !== 'FAILED') return
  const tries = { pdfPasswordByUser: actor.id }
  await deps.limits.consume(tries)
  const { storage } = deps
  const storageKey = newStorageKey()
  const output = storage.temporaryPath()
  let derivedBytes = 0
  try {
    await storage.withLocalFile({ key: blob.storageKey }, async (path) => {
      await openWith(deps, { path, output, maxBytes: mostDerivedBytes(blob.size) }, password, actor)
      await storage.commit({ temporaryPath: path, sizeBytes: blob.size, head: Buffer.alloc(0) }, storageKey)
    })
    derivedBytes = (await stat(output)).size
    await storage.keepDerivative(output, { key: storageKey, derivative: unlockedName })
  } catch (error) {
    await removeUnrecorded(deps, storageKey).catch((cause: unknown) =>
      deps.log.warn({ err: cause, storageKey }, 'left to the sweep'),
    )
    // A busy or full machine tried no password.
    if (!(error instanceof DomainError)) await deps.limits.giveBack(tries)
    // Someone deleted or unlocked it meanwhile, which removes the old bytes.
    const now = await findBlobOf(deps.db, fileId)
    if (!now) throw notFound()
    if (now.id === blob.id) throw error
    return
  } finally {
    await storage.discardTemporary(output)
  }
  await deps.limits.giveBack(tries)
  const opened = { id: uuid(), storageKey, derivedBytes, fileId, insteadOf: blob.id }
  if (await beginOpened(deps, opened, actor)) await storage.confirm(storageKey)
  else await removeUnrecorded(deps, storageKey)
}

type Opening = { path: string; output: string; maxBytes: number }

async function openWith(
  { renderer }: Deps,
  opening: Opening,
  password: string,
  actor: UserActor,
): Promise<void> {
  try {
    await renderer.render({ kind: 'unlock', ...opening, password }, { viewers: new Set([actor.id]) })
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    throw invalidFields({ password: sentences[error.failure] ?? 'This PDF could not be opened.' })
  }
}

/** False if someone deleted or unlocked the file meanwhile. */
async function beginOpened(deps: Deps, opened: Opened, actor: UserActor): Promise<boolean> {
  const shown = await deps.db.orm.transaction(async (tx) => {
    await lockPlacesOf(tx, opened.insteadOf)
    const left = await putOpened(tx, opened)
    if (left === null) return null
    await addRemovalJob(tx, left)
    return begin(tx, { blobId: opened.id, renderedFor: deps.memory.files.priority.next(actor.id) })
  })
  for (const { reviewId } of shown ?? []) signalSubject(deps, ofReview(reviewId))
  return shown !== null
}

const sentences: Partial<Record<RenderError['failure'], string>> = {
  PASSWORD: 'Wrong password for this PDF.',
}

async function beginAgain(deps: Deps, blobId: string, actor: UserActor): Promise<void> {
  const shown = await deps.db.orm.transaction(async (tx) => {
    await lockPlacesOf(tx, blobId)
    return begin(tx, { blobId, renderedFor: deps.memory.files.priority.next(actor.id) })
  })
  for (const { reviewId } of shown) signalSubject(deps, ofReview(reviewId))
}

async function begin(tx: Transaction, what: ToRender) {
  const files = (await restart(tx, what)) ?? []
  for (const { fileId, reviewId, event } of files)
    await addEvent(tx, ofReview(reviewId), { event, targetId: fileId })
  return files
}
