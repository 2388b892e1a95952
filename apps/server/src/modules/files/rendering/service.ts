import { readFile } from 'node:fs/promises'
import { previewMaxPx, tiledFromPx } from '@wingmark/contract/limits'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { addEvent } from '#server/modules/events/service'
import { removeBytes } from '#server/modules/files/delete-blobs/service'
import { addRenderedEvents, signalAll } from '#server/modules/files/rendering/notify'
import { markRendered } from '#server/modules/files/rendering/re-render/store'
import {
  addDrawJob,
  addUnseen,
  type BlobToRender,
  endProcessing,
  findBlob,
  lockPlacesOf,
  type Measured,
  requeueStuck,
  reserveDerivedBytes,
  type Size,
  saveMeasures,
  saveMeasuresAndGoOn,
  saveSums,
  type ToRender,
} from '#server/modules/files/rendering/store'
import { makeCurrentAgain } from '#server/modules/files/versions/without-preview/service'
import { findFormer } from '#server/modules/files/versions/without-preview/store'
import { renderFailureText, type Urgency } from '#server/platform/media/render'
import { type Outputs, RenderError, type RenderTask } from '#server/platform/media/render-protocol'
import type { OpenObject, StoredName } from '#server/platform/storage'

type Source = Pick<BlobToRender, 'id' | 'storageKey' | 'lock'>

export const thumbnailName = 'thumbnail'
export const pageName = (page: number) => `page-${page}`
/** For pages after the first; rendered on demand. */
export const pageThumbnailName = (page: number) => (page === 1 ? thumbnailName : `thumbnail-${page}`)
export const unlockedName = 'unlocked'

/** Failures that rendering at half the size may avoid. */
const tooMuch = new Set<RenderError['failure']>(['TOO_SLOW', 'TOO_LARGE'])
/** After this long, a job lets others go first and continues later. */
const sliceMs = 4_000
/** Further pages of a document are rendered on demand. */
const pagesAhead = 50
/** After this many bad pages, the rest of a document is skipped. */
const maxBadPages = 3

/** Measures, and renders the thumbnail; for all but JPEG and WebP also the first preview. */
export async function drawFirst(deps: Deps, what: ToRender): Promise<void> {
  const blob = await findBlob(deps.db, what)
  if (blob?.state !== 'PROCESSING') return
  await failing(deps, blob, async () => {
    if (await isClosedAgain(deps, blob)) throw new RenderError('PASSWORD')
    if (blob.kind === 'PDF') return drawFirstPages(deps, blob)
    // These decode at an eighth of their size, so that a shoot's thumbnails precede its previews.
    const isQuick = blob.mime === 'image/jpeg' || blob.mime === 'image/webp'
    const names = isQuick ? [thumbnailName] : [thumbnailName, pageName(1)]
    const rendered = await drawPicture(deps, blob, names).catch(nullIfLarge)
    if (rendered === null) return addDrawJob(deps.db.orm, 'files:draw-large', what)
    return isQuick ? goOn(deps, blob, rendered) : finish(deps, blob, rendered)
  })
}

/** Renders a picture of hundreds of megapixels, one at a time. */
export async function drawLarge(deps: Deps, what: ToRender): Promise<void> {
  const blob = await findBlob(deps.db, what)
  if (blob?.state !== 'PROCESSING') return
  await failing(deps, blob, async () => {
    const {
      sizes,
      animated,
      unseen = [],
    } = await draw(deps, blob, [thumbnailName, pageName(1)], asNew(blob), (path, outputs) => ({
      kind: 'large-picture',
      path,
      outputs,
    }))
    return finish(deps, blob, { size: firstOf(sizes), pages: null, animated, unseen })
  })
}

/** Renders what `drawFirst` left: a photo's preview, a document's further pages. */
export async function drawRest(deps: Deps, what: ToRender, badPages = 0): Promise<void> {
  const blob = await findBlob(deps.db, what)
  if (blob === null || blob.state === 'FAILED') return
  await failing(deps, blob, async () => {
    if (blob.kind === 'PDF') return drawPages(deps, blob, (blob.pages ?? []).slice(0, pagesAhead), badPages)
    const rendered = await drawPicture(deps, blob, [pageName(1)])
    return finish(deps, blob, rendered)
  })
}

/** Stores checksums, by which a later check finds damage. Last, since nobody waits for it. */
export async function digest(deps: Deps, blobId: string): Promise<void> {
  const blob = await findBlob(deps.db, { blobId, renderedFor: null })
  if (blob === null) return
  const { sha256, crc32 } = await deps.storage.withLocalFile({ key: blob.storageKey }, (path) =>
    deps.renderer.render({ kind: 'digest', path }, 'later'),
  )
  if (sha256 === undefined || crc32 === undefined) return
  await saveSums(deps.db, blobId, { sha256: Buffer.from(sha256, 'hex'), crc32 })
}

export async function requeueLost(deps: Deps): Promise<void> {
  await requeueStuck(deps.db)
}

/** Renders an older result again; keeps the old one on failure. */
export async function drawOnceMore(deps: Deps, blob: BlobToRender): Promise<void> {
  try {
    if (blob.kind === 'PDF') return await drawFirstPages(deps, blob)
    const rendered = await drawPicture(deps, blob, [thumbnailName, pageName(1)], 'later')
    if (blob.state === 'FAILED') return await finish(deps, blob, rendered)
    if (!(await saveMeasures(deps.db.orm, blob.id, rendered))) await removeBytes(deps, [blob.storageKey])
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    await markRendered(deps.db, blob.id)
  }
}

async function failing(deps: Deps, blob: BlobToRender, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const { failure } = error
    const isLocked = failure === 'PASSWORD'
    await end(deps, blob, { state: 'FAILED', error: renderFailureText(failure), isLocked })
  }
}

async function drawPicture(
  deps: Deps,
  blob: BlobToRender,
  names: readonly string[],
  urgency = asNew(blob),
): Promise<Measured> {
  const svg = blob.mime === 'image/svg+xml'
  const drawAt = (maxPx: number) =>
    draw(deps, blob, names, urgency, (path, outputs) => ({ kind: 'picture', path, svg, maxPx, outputs }))
  const ofLess = (maxPx: number) => (error: unknown) => {
    if (svg && error instanceof RenderError && tooMuch.has(error.failure)) return drawAt(maxPx)
    throw error
  }
  const rendered = await drawAt(previewMaxPx)
    .catch(ofLess(previewMaxPx / 2))
    .catch(ofLess(previewMaxPx / 4))
  const { sizes, animated, unseen = [] } = rendered
  return { size: firstOf(sizes), pages: null, animated, unseen }
}

async function drawFirstPages(deps: Deps, blob: BlobToRender): Promise<void> {
  const { sizes } = await deps.storage.withLocalFile(sourceOf(blob), (path) =>
    deps.renderer.render({ kind: 'pdf', path }, asNew(blob)),
  )
  // A document with a bad first page shows its second; without another page it has no picture.
  const first = await drawPage(deps, blob, 1, [thumbnailName, pageName(1)], asNew(blob)).catch(
    sizes.length === 1 ? rethrow : falseIfBad,
  )
  const unseen = (first && first.unseen) || []
  const measured = { size: firstOf(sizes), pages: sizes, animated: false, unseen }
  if (!first) {
    await drawPage(deps, blob, 2, [thumbnailName, pageName(2)], asNew(blob))
    await drawBlank(deps, blob, firstOf(sizes), 1)
  }
  await finish(deps, blob, measured)
}

/** Stops when the document's share is used up; further pages are then rendered on demand. */
async function drawPages(
  deps: Deps,
  blob: BlobToRender,
  sizes: readonly Size[],
  badPages: number,
): Promise<void> {
  const until = performance.now() + sliceMs
  let bad = badPages
  for (const [index, size] of sizes.entries()) {
    const number = index + 1
    if (await deps.storage.has({ key: blob.storageKey, derivative: pageName(number) })) continue
    if (performance.now() > until)
      return addDrawJob(deps.db.orm, 'files:draw-rest', whatOf(blob), { badPages: bad })
    const page = { number, size, isThumbnail: false }
    const rendered = await drawFurtherPage(deps, blob, page, 'later', bad < maxBadPages)
    if (rendered.isEmpty) bad += 1
    if (!rendered.isKept) break
  }
  await removeIfGone(deps, blob)
}

type FurtherPage = { number: number; size: Size; isThumbnail: boolean }

/**
 * A page or thumbnail, blank if bad; stored within the document's share. Throws RenderError if locked again.
 */
export async function drawFurtherPage(
  deps: Deps,
  blob: Source,
  { number, size, isThumbnail }: FurtherPage,
  urgency: Urgency,
  isTried = true,
): Promise<{ bytes: Buffer; isEmpty: boolean; isKept: boolean }> {
  const { db, storage, renderer } = deps
  const output = storage.temporaryPath()
  const outputs = isThumbnail ? { thumbnail: output } : { preview: output }
  try {
    const isRendered = await storage.withLocalFile(sourceOf(blob), async (path) => {
      const task = { kind: 'pdf-page', path, page: number, outputs } as const
      const rendered = isTried && (await renderer.render(task, urgency).catch(falseIfBad))
      const isGood = rendered !== false
      if (rendered && rendered.unseen?.includes('BAD_PICTURE')) await addUnseen(db, blob.id, 'BAD_PICTURE')
      if (!isGood && (await isClosedAgain(deps, blob))) throw new RenderError('PASSWORD')
      if (!isGood) await renderer.render({ kind: 'blank', path, size, outputs }, urgency)
      return isGood
    })
    const bytes = await readFile(output)
    const isKept = await reserveDerivedBytes(db, blob.id, bytes.length)
    const derivative = isThumbnail ? pageThumbnailName(number) : pageName(number)
    if (isKept) await storage.keepDerivative(output, { key: blob.storageKey, derivative })
    return { bytes, isEmpty: !isRendered, isKept }
  } finally {
    await storage.discardTemporary(output)
  }
}

async function drawPage(deps: Deps, blob: Source, page: number, names: readonly string[], urgency: Urgency) {
  return draw(deps, blob, names, urgency, (path, outputs) => ({ kind: 'pdf-page', path, page, outputs }))
}

async function drawBlank(deps: Deps, blob: BlobToRender, size: Size, page: number): Promise<void> {
  await draw(deps, blob, [pageName(page)], asNew(blob), (path, outputs) => ({
    kind: 'blank',
    path,
    size,
    outputs,
  }))
}

/** A page or thumbnail that someone views before its turn. */
export async function openPageNow(
  deps: Deps,
  blob: Source,
  page: FurtherPage,
  viewer: string,
): Promise<OpenObject | null> {
  const derivative = page.isThumbnail ? pageThumbnailName(page.number) : pageName(page.number)
  return deps.memory.files.pageCache.open(`${blob.storageKey}/${derivative}`, viewer, async (viewers) => {
    const rendered = await drawFurtherPage(deps, blob, page, { viewers }).catch(nullIfBad)
    await (rendered === null ? closeIfLost(deps, blob.id) : removeIfGone(deps, blob))
    return rendered && rendered.bytes
  })
}

/** The source for rendering: the original, or the unlocked document. */
export function sourceOf({ storageKey, lock }: Omit<Source, 'id'>): StoredName {
  return { key: storageKey, ...(lock === 'OPENED' ? { derivative: unlockedName } : {}) }
}

/** The unlocked copy can be lost like any rendered file; then someone must enter the password again. */
async function isClosedAgain({ storage }: Deps, { lock, storageKey }: Omit<Source, 'id'>): Promise<boolean> {
  return lock === 'OPENED' && !(await storage.has({ key: storageKey, derivative: unlockedName }))
}

/** Found when someone opens it: from then on it is locked, and asks for the password. True if lost. */
export async function closeIfLost(deps: Deps, blobId: string): Promise<boolean> {
  const blob = await findBlob(deps.db, { blobId, renderedFor: null })
  if (blob?.state !== 'READY' || !(await isClosedAgain(deps, blob))) return false
  await end(deps, blob, { state: 'FAILED', error: renderFailureText('PASSWORD'), isLocked: true })
  return true
}

/** Renders into temporary files, then moves them into place. */
async function draw(
  deps: Deps,
  blob: Source,
  names: readonly string[],
  urgency: Urgency,
  makeTask: (path: string, outputs: Outputs) => RenderTask,
) {
  const { storage, renderer } = deps
  const files = names.map((derivative) => ({ derivative, path: storage.temporaryPath() }))
  const outputs: Outputs = {}
  for (const { derivative, path } of files)
    outputs[derivative.startsWith(thumbnailName) ? 'thumbnail' : 'preview'] = path
  try {
    const result = await storage.withLocalFile(sourceOf(blob), (path) =>
      renderer.render(makeTask(path, outputs), urgency),
    )
    for (const { derivative, path } of files) {
      await storage.keepDerivative(path, { key: blob.storageKey, derivative })
    }
    return result
  } finally {
    await Promise.all(files.map(({ path }) => storage.discardTemporary(path)))
  }
}

async function goOn(deps: Deps, blob: BlobToRender, measured: Measured): Promise<void> {
  const { burst } = deps.memory.files
  const isLater = burst.isFollowed(blob.id)
  const isThere = await saveMeasuresAndGoOn(deps.db.orm, blob, measured, isLater)
  if (!isThere) return removeBytes(deps, [blob.storageKey])
  if (!isLater) return
  // A delayed job exists already, in case this process dies.
  burst.whenCalm(blob.id, () =>
    addDrawJob(deps.db.orm, 'files:draw-rest', whatOf(blob)).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a preview comes later'),
    ),
  )
}

async function finish(deps: Deps, blob: BlobToRender, measured: Measured): Promise<void> {
  await end(deps, blob, { state: 'READY', error: null }, measured)
}

async function end(
  deps: Deps,
  blob: BlobToRender,
  outcome: Parameters<typeof endProcessing>[2],
  measured?: Measured,
): Promise<void> {
  const news = await deps.db.orm.transaction(async (tx) => {
    await lockPlacesOf(tx, blob.id)
    if (measured) await saveMeasures(tx, blob.id, measured)
    const formers = outcome.state === 'FAILED' ? await findFormer.rows(tx, { blob: blob.id }) : []
    const files = await endProcessing(tx, blob.id, outcome)
    if (files === null) return null
    for (const { fileId, reviewId, event } of files)
      await addEvent(tx, ofReview(reviewId), { event, targetId: fileId })
    for (const former of formers) await makeCurrentAgain(deps, tx, former)
    if ((measured?.pages?.length ?? 0) > 1) await addDrawJob(tx, 'files:draw-rest', whatOf(blob))
    if (measured && isWorthTiles(blob, measured)) await addDrawJob(tx, 'files:draw-tiles', whatOf(blob))
    await addDrawJob(tx, 'files:digest', whatOf(blob))
    const { reviews, people } = await addRenderedEvents(deps, tx, blob.id)
    return { reviews: [...files.map((one) => one.reviewId), ...reviews], people }
  })
  if (news) signalAll(deps, news)
  else await removeBytes(deps, [blob.storageKey])
}

/** The last file with these bytes may be deleted during rendering. */
export async function removeIfGone(deps: Deps, blob: Pick<BlobToRender, 'id' | 'storageKey'>): Promise<void> {
  if ((await findBlob(deps.db, { blobId: blob.id, renderedFor: null })) === null)
    await removeBytes(deps, [blob.storageKey])
}

const whatOf = ({ id, renderedFor }: BlobToRender): ToRender => ({ blobId: id, renderedFor })

/** With the priority of its uploader. */
const asNew = ({ renderedFor }: BlobToRender): Urgency =>
  renderedFor === null ? 'first' : { uploader: renderedFor.uploader }

function isWorthTiles({ mime, kind }: BlobToRender, { size, animated, unseen }: Measured): boolean {
  if (unseen.includes('CUT_OFF')) return false
  if (kind !== 'IMAGE' || animated || mime === 'image/svg+xml' || mime === 'image/gif') return false
  return Math.max(size.width, size.height) > tiledFromPx
}

function nullIfLarge(error: unknown): null {
  if (error instanceof RenderError && error.failure === 'LARGE') return null
  throw error
}

function nullIfBad(error: unknown): null {
  if (error instanceof RenderError) return null
  throw error
}

export function falseIfBad(error: unknown): false {
  if (error instanceof RenderError) return false
  throw error
}

function rethrow(error: unknown): never {
  throw error
}

function firstOf(sizes: readonly Size[]): Size {
  const [first] = sizes
  if (!first) throw new RenderError('DAMAGED')
  return first
}
