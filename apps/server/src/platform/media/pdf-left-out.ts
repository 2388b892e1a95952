import { layersOf, nameOf } from '#server/platform/media/pdf-layers'
import { hasWord, type PdfObjects, readPdfObjects, unpack } from '#server/platform/media/read-pdf-objects'
import type { Dictionary, Value } from '#server/platform/media/read-pdf-value'

/** What PDFium does not do by itself, by page index. */
export type LeftOut = {
  /** The length of its unit, in points: nearly always 1. */
  unitOf: (page: number) => number
  /** Indices of annotations on hidden layers. */
  hiddenAnnotations: (page: number) => number[]
}

const MOST_PAGES = 5_000
const MOST_DEEP = 40
/** No paper has a larger unit. */
const LARGEST_UNIT = 1_000

const nothing: LeftOut = { unitOf: () => 1, hiddenAnnotations: () => [] }

export function readLeftOut(view: () => Buffer): LeftOut {
  const bytes = unpack(view)
  const hasLayers = hasWord(bytes, '/OCProperties')
  if (!hasLayers && !hasWord(bytes, '/UserUnit')) return nothing
  const objects = readPdfObjects(bytes)
  const pages = pagesOf(objects)
  const isSeen = layersOf(objects)
  const isHidden = (one: Value) => {
    const annotation = objects.dictionary(one)
    if (annotation === null) return false
    return !isSeen(annotation.get('OC')) || !isSeen(appearanceOf(objects, annotation)?.get('OC'))
  }
  return {
    unitOf: (page) => {
      const unit = objects.resolve(pages[page]?.get('UserUnit'))
      return typeof unit === 'number' && unit > 0 ? Math.min(unit, LARGEST_UNIT) : 1
    },
    hiddenAnnotations: (page) =>
      hasLayers
        ? objects.list(pages[page]?.get('Annots')).flatMap((one, index) => (isHidden(one) ? [index] : []))
        : [],
  }
}

/** Its appearance: one picture, or that of its state. */
function appearanceOf({ resolve, dictionary }: PdfObjects, annotation: Dictionary): Dictionary | null {
  const normal = dictionary(dictionary(annotation.get('AP'))?.get('N'))
  const state = nameOf(resolve(annotation.get('AS')))
  return (state === null ? null : dictionary(normal?.get(state))) ?? normal
}

function pagesOf({ dictionary, list, catalog }: PdfObjects): Dictionary[] {
  const pages: Dictionary[] = []
  const seen = new Set<Dictionary>()
  const visit = (node: Dictionary | null, depth: number) => {
    if (node === null || depth > MOST_DEEP || pages.length >= MOST_PAGES) return
    const kids = node.get('Kids')
    if (kids === undefined) return void pages.push(node)
    if (seen.has(node)) return
    seen.add(node)
    for (const kid of list(kids)) visit(dictionary(kid), depth + 1)
  }
  visit(dictionary(catalog?.get('Pages')), 0)
  return pages
}
