import { writeFile } from 'node:fs/promises'
import type { Deps } from '#server/deps'
import type { PageWithSize, PageToRender } from '#server/modules/files/page-pictures/store'
import { drawFurtherPage, falseIfBad, pageName, sourceOf } from '#server/modules/files/rendering/service'
import type { Urgency } from '#server/platform/media/render'
import type { Size } from '#server/platform/media/render-protocol'

export { findPage } from '#server/modules/files/page-pictures/store'

/** The source to render a page from: a picture, or a page of a document. */
export type PageSource = { path: string; page?: number; svg?: true }

/** Passes on a page to render at another size; a bad page as its preview. False without a page. */
export async function withPageSource(
  deps: Deps,
  blob: PageWithSize,
  number: number,
  urgency: Urgency,
  use: (source: PageSource) => Promise<unknown>,
): Promise<boolean> {
  const { storage } = deps
  const isOfDocument = isDrawable(blob) && blob.kind === 'PDF' && blob.pageSize !== null
  const isToRender = async () =>
    isLong(blob.pageSize) || !(await storage.has({ key: blob.storageKey, derivative: pageName(number) }))
  if (isOfDocument && (await isToRender())) {
    const draw = (path: string) => use({ path, page: number }).then(() => true, falseIfBad)
    if (await storage.withLocalFile(sourceOf(blob), draw)) return true
  }
  if (isLongPicture(blob)) {
    const svg = blob.mime === 'image/svg+xml' ? { svg: true as const } : {}
    const draw = (path: string) => use({ path, ...svg }).then(() => true, falseIfBad)
    if (await storage.withLocalFile(sourceOf(blob), draw)) return true
  }
  return withPagePicture(deps, blob, number, urgency, (path) => use({ path }))
}

function isLongPicture(blob: PageWithSize): boolean {
  const { width, height } = blob
  return isDrawable(blob) && blob.kind === 'IMAGE' && !!width && !!height && isLong({ width, height })
}

/** Previews of long pages are only a few pixels wide. */
const isLong = (size: Size | null) =>
  size !== null && Math.max(size.width / size.height, size.height / size.width) >= 2.5

const isDrawable = ({ state, kind }: PageToRender) =>
  state === 'READY' && (kind === 'IMAGE' || kind === 'PDF')

/** Passes on a page's preview as a file, rendering it if needed. False without a page. */
export async function withPagePicture(
  deps: Deps,
  blob: PageToRender,
  number: number,
  urgency: Urgency,
  use: (path: string) => Promise<unknown>,
): Promise<boolean> {
  const { storage } = deps
  if (!isDrawable(blob)) return false
  const name = { key: blob.storageKey, derivative: pageName(number) }
  if (await storage.has(name)) {
    await storage.withLocalFile(name, use)
    return true
  }
  if (blob.kind !== 'PDF' || blob.pageSize === null) return false
  const wanted = { number, size: blob.pageSize, isThumbnail: false }
  const { bytes } = await drawFurtherPage(deps, blob, wanted, urgency)
  const page = storage.temporaryPath()
  try {
    await writeFile(page, bytes)
    await use(page)
  } finally {
    await storage.discardTemporary(page)
  }
  return true
}
