import { type Declaration, editDeclarations } from '#server/platform/media/css-declarations'
import type { UnseenPart } from '#server/platform/media/render-protocol'
import { editSvg } from '#server/platform/media/svg-edit'

/** Who draws an SVG best, by what is in it, and what of it neither shows. */
export type SvgDrawing = { drawer: 'librsvg' | 'resvg'; unseen: UnseenPart[] }

// Read beside Chromium's pictures: resvg has these right, librsvg leaves them out or draws them otherwise.
const onlyResvg =
  /<(?:[\w.-]+:)?textPath[\s>]|<(?:[\w.-]+:)?(?:text|tspan)\s[^>]*\srotate\s*=|\s(?:systemLanguage|xml:lang|textLength)\s*=|\bwriting-mode\s*[:=]\s*["']?(?:vertical|tb)|^<[^>]*\sstyle\s*=/
// Alike by both, and several times as slowly by librsvg, which finds more fonts.
const filter = /<(?:[\w.-]+:)?filter[\s>]/
const words = /<(?:[\w.-]+:)?text[\s>]/
// Of a region far beyond the picture librsvg draws nearer.
const hugeFilter = /<(?:[\w.-]+:)?filter\s[^>]*\s(?:x|y|width|height)\s*=\s*["']-?\d{4,}/
// What could make resvg open a file or another address.
const notForResvg =
  /<!ENTITY|<(?:[\w.-]+:)?(?:image|feImage)[\s>]|href\s*=\s*["'](?!#|data:)|url\(\s*["']?(?!["']?#)|@import/i
// Right-to-left letters.
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/
const textOnPath = /<(?:[\w.-]+:)?textPath[\s>]/
// What CSS has learnt since, and movement; each drawer knows some of it or none.
const laterStyles =
  /\bvar\(\s*--|@(?:media|supports|layer|container|keyframes)\b|\btransform-(?:origin|box)\s*:|\b(?:clip-path|d)\s*:\s*(?:circle|ellipse|inset|polygon|path)\(|\bmask(?:-image)?\s*:[^;"'}]*gradient\(|\b(?:color-mix|oklch|oklab|light-dark)\(|<(?:animate\w*|set)[\s>]/
const embeddedPage = /<(?:[\w.-]+:)?foreignObject[\s>]/

/** `document` from its root element on, `doctype` as it is handed on. */
export function chooseSvgDrawer(document: string, doctype: string): SvgDrawing {
  const isSafe = doctype === '' && !notForResvg.test(document)
  const isNearer = !rightToLeft.test(document) && !hugeFilter.test(document)
  const isBetter = onlyResvg.test(document) || (filter.test(document) && !words.test(document))
  const drawer = isSafe && isNearer && isBetter ? 'resvg' : 'librsvg'
  const unseen: UnseenPart[] = []
  if (embeddedPage.test(document)) unseen.push('EMBEDDED_PAGE')
  if (laterStyles.test(document)) unseen.push('STYLES')
  if (drawer === 'librsvg' && textOnPath.test(document)) unseen.push('TEXT_ON_PATH')
  return { drawer, unseen }
}

const noColours = new Set(['transparent', 'none', 'inherit', 'initial', 'unset', 'currentcolor'])
const colour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|^[a-z]+$/i

/** The plain colour that a browser puts below it, which no drawer does; that of its style counts before that of a sheet. */
export function svgBackground(document: string): string | null {
  const named: string[] = []
  const read = ({ property, value }: Declaration) => {
    if (property === 'background' || property === 'background-color')
      named.push(/url\(|gradient\(/i.test(value) ? 'none' : (colour.exec(value.trim())?.[0] ?? ''))
    return null
  }
  const isOfRoot = (selector: string) => selector.split(',').some((one) => /^(?:svg|:root)$/.test(one.trim()))
  let own = ''
  let isRoot = true
  if (!document.includes('background')) return null
  editSvg(document, {
    tag: (_name, attributes) => {
      if (isRoot) own = attributes.find(({ name }) => name === 'style')?.value ?? ''
      isRoot = false
      return false
    },
    sheet: (css) =>
      editDeclarations(css, true, (declaration, rule) =>
        isOfRoot(rule?.selector ?? '') ? read(declaration) : null,
      ),
  })
  editDeclarations(own, false, read)
  const found = named.findLast((one) => one !== '')?.toLowerCase() ?? 'none'
  return noColours.has(found) ? null : found
}
