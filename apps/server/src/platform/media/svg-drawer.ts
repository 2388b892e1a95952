import { type Declaration, editDeclarations } from '#server/platform/media/css-declarations'
import type { UnseenPart } from '#server/platform/media/render-protocol'
import { editSvg } from '#server/platform/media/svg-edit'
import { holdsSafePictures } from '#server/platform/media/svg-inner-pictures'

/** The better renderer for an SVG's contents, and what neither shows. */
export type SvgDrawing = { drawer: 'librsvg' | 'resvg'; unseen: UnseenPart[] }

// Compared with Chromium's pictures: what librsvg does right, and resvg omits or draws differently.
const onlyLibrsvg = [
  /\bimage-rendering\s*[:=]\s*["']?\s*(?:pixelated|crisp-edges)/,
  // With a region far beyond the picture.
  /<(?:[\w.-]+:)?filter\s[^>]*\s(?:x|y|width|height)\s*=\s*["']-?\d{4,}/,
  /\bcontext-(?:fill|stroke)\b|non-scaling-stroke|!\s*important/,
  /\brgba?\(\s*(?:[\d.]+%?[\s,]+){0,2}\d*\.\d+\s*[,)\s]/,
  /\sfr\s*=\s*["']\s*\+?(?:0?\.)?\d*[1-9]/,
  /<(?:[\w.-]+:)?svg\s[^>]*\stransform\s*=/,
  // In styles: places and sizes, transforms with units, newer colours and selectors.
  /[;{"'\s](?:[xyr]|[rc][xy]|width|height|marker)\s*:|\btransform\s*:[^;"'}]*\d(?:px|%|deg|g?rad|turn|r?em)/,
  /\bhwb\(|\brgba?\(\s*[^),]+\)|\bhsla?\([^)]*\/|\bletter-spacing\s*[:=]\s*["']?\s*-?[\d.]+em/,
  /:(?:not|nth-|root|last-|only-|first-of|empty)|<(?:[\w.-]+:)?style[^>]*>[^<]*~/,
  // Right-to-left letters.
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/,
]
const handedOn = /<(?:[\w.-]+:)?(?:g|svg|symbol|a|use)\s[^>]*currentcolor[^>]*>/i
const ownColour = /[\s"';{]color\s*[=:]/i
// For text; where resvg lacks one letter it draws the whole line with another font.
const words = /<(?:[\w.-]+:)?text[\s>]/
const wordsOfLibrsvg = [
  /[^\0-\u052F\u2000-\u2122\u2212\u25CA\uFB01\uFB02]|&#(?:x(?:1[\da-f]{1,3}|2[2-9a-f]|[3-9a-f][\da-f])[\da-f]{2}|[7-9]\d{3}|\d{5,});/i,
  /\bsmall-caps\b|\skerning\s*=|\bfont-size\s*[:=]\s*["']?\s*(?:x|small|medium|large)|<(?:[\w.-]+:)?text\s[^>]*\sbaseline-shift\s*=/,
  // Within a word, whose letters are not kerned across it.
  /[^\s>]<(?:[\w.-]+:)?tspan(?![^>]*\s[xy]\s*=)|<\/(?:[\w.-]+:)?tspan><(?:[\w.-]+:)?tspan(?![^>]*\s[xy]\s*=)|<\/(?:[\w.-]+:)?tspan>[^\s<]/,
]
// For text where librsvg omits more.
const wordsOfResvg =
  /<(?:[\w.-]+:)?textPath[\s>]|<(?:[\w.-]+:)?(?:text|tspan)\s[^>]*\srotate\s*=|\s(?:systemLanguage|xml:lang|textLength)\s*=|\bwriting-mode\s*[:=]\s*["']?(?:vertical|tb)|\bword-spacing\b|<(?:[\w.-]+:)?(?:text|tspan)\s[^>]*\s(?:x|y|dx|dy)\s*=\s*["']\s*[^\s"',]+[\s,]+[^\s"']/
// What could make resvg open a file or another address.
const notForResvg = /<!ENTITY|href\s*=\s*["'](?!#|data:)|url\(\s*["']?(?!["']?#)|@import/i
const textOnPath = /<(?:[\w.-]+:)?textPath[\s>]/
// Newer CSS and animation; each renderer knows some of it or none.
const laterStyles =
  /\bvar\(\s*--|@(?:media|supports|layer|container|keyframes)\b|\btransform-(?:origin|box)\s*:|\b(?:clip-path|d)\s*:\s*(?:circle|ellipse|inset|polygon|path)\(|\bmask(?:-image)?\s*:[^;"'}]*gradient\(|\b(?:color-mix|oklch|oklab|light-dark)\(|\bplus-(?:lighter|darker)\b|<(?:animate\w*|set)[\s>]/
const embeddedPage = /<(?:[\w.-]+:)?foreignObject[\s>]/

/** `document` from its root element on, without entities. */
export function chooseSvgDrawer(document: string, withoutResvg = false): SvgDrawing {
  const isSafe = !withoutResvg && !notForResvg.test(document) && holdsSafePictures(document)
  const isLibrsvgs = onlyLibrsvg.some((part) => part.test(document)) || handsOnColour(document)
  const drawer = isSafe && !isLibrsvgs && !hasWordsOfLibrsvg(document) ? 'resvg' : 'librsvg'
  const unseen: UnseenPart[] = []
  if (embeddedPage.test(document)) unseen.push('EMBEDDED_PAGE')
  if (laterStyles.test(document)) unseen.push('STYLES')
  if (drawer === 'librsvg' && textOnPath.test(document)) unseen.push('TEXT_ON_PATH')
  return { drawer, unseen }
}

/** A group with a colour over parts with colours of their own. */
function handsOnColour(document: string): boolean {
  const from = handedOn.exec(document)
  return from !== null && ownColour.test(document.slice(from.index + from[0].length))
}

function hasWordsOfLibrsvg(document: string): boolean {
  if (!words.test(document) || wordsOfResvg.test(document)) return false
  return wordsOfLibrsvg.some((part) => part.test(document))
}

const noColours = new Set(['transparent', 'none', 'inherit', 'initial', 'unset', 'currentcolor'])
const colour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|^[a-z]+$/i

/** The plain colour that browsers put below it, but no renderer; the root's style precedes a sheet. */
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
