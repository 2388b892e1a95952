import type { UnseenPart } from '#server/platform/media/render-protocol'

/** Who draws an SVG best, by what is in it, and what of it neither shows. */
export type SvgDrawing = { drawer: 'librsvg' | 'resvg'; unseen: UnseenPart[] }

// Read beside Chromium's pictures: resvg has these right, librsvg leaves them out or draws them otherwise.
const onlyResvg = /<(?:[\w.-]+:)?textPath[\s>]|\ssystemLanguage\s*=|\sxml:lang\s*=|^<[^>]*\sstyle\s*=/
// What could make resvg open a file or another address, and what librsvg draws nearer.
const notForResvg =
  /<!ENTITY|<(?:[\w.-]+:)?(?:image|feImage|filter)[\s>]|href\s*=\s*["'](?!#|data:)|url\(\s*["']?(?!["']?#)|@import/i
// Right-to-left letters.
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/
const textOnPath = /<(?:[\w.-]+:)?textPath[\s>]/
const embeddedPage = /<(?:[\w.-]+:)?foreignObject[\s>]/

/** `document` from its root element on, `doctype` as it is handed on. */
export function chooseSvgDrawer(document: string, doctype: string): SvgDrawing {
  const isSafe = doctype === '' && !notForResvg.test(document)
  const drawer = isSafe && onlyResvg.test(document) && !rightToLeft.test(document) ? 'resvg' : 'librsvg'
  const unseen: UnseenPart[] = []
  if (embeddedPage.test(document)) unseen.push('EMBEDDED_PAGE')
  if (drawer === 'librsvg' && textOnPath.test(document)) unseen.push('TEXT_ON_PATH')
  return { drawer, unseen }
}
