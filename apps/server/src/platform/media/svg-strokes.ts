import { editDeclarations } from '#server/platform/media/css-declarations'
import { type Attribute, editSvg } from '#server/platform/media/svg-edit'

/** Whether its lines keep their width on screen at any zoom. */
export const hasOwnStrokes = (document: string) => document.includes('non-scaling-stroke')

type Strokes = { 'stroke-width': string; 'stroke-dasharray': string; 'stroke-dashoffset': string }
const initial: Strokes = { 'stroke-width': '1', 'stroke-dasharray': 'none', 'stroke-dashoffset': '0' }
const properties = Object.keys(initial) as (keyof Strokes)[]
const isStroke = (name: string): name is keyof Strokes => name in initial

/** Makes such lines so many times as wide: renderings differ in size from browsers' 100 %. */
export function withOwnStrokes(document: string, times: number): string {
  const enlarged = (value: string) =>
    value.replace(/\d*\.?\d+(?:e[+-]?\d+)?/gi, (number) => String(Number(number) * times))
  const inSheets = new Map<string, boolean>()
  editSvg(document, { sheet: (css) => readSheet(css, inSheets) })
  const outer: Strokes[] = [initial]
  return editSvg(document, {
    sheet: (css) =>
      editDeclarations(css, true, ({ property, value }, rule) =>
        isStroke(property) && inSheets.has(rule?.selector ?? '') ? enlarged(value) : null,
      ),
    tag: (name, attributes, isClosed) => {
      const given = { ...outer.at(-1), ...strokesOf(attributes) } as Strokes
      if (!isClosed) outer.push(given)
      if (!isOwn(name, attributes, inSheets)) return false
      const style = attributes.find((one) => one.name === 'style') ?? { name: 'style', value: '' }
      if (!attributes.includes(style)) attributes.push(style)
      style.value += properties.map((one) => `;${one}:${enlarged(given[one])}`).join('')
      return true
    },
    end: () => outer.pop(),
  })
}

/** The selectors of rules with it; true for those that set the width, too. */
function readSheet(css: string, found: Map<string, boolean>): string {
  const widths = new Set<string>()
  editDeclarations(css, true, ({ property, value }, rule) => {
    if (property === 'stroke-width') widths.add(rule?.selector ?? '')
    if (property === 'vector-effect' && value.includes('non-scaling-stroke'))
      found.set(rule?.selector ?? '', false)
    return null
  })
  for (const selector of found.keys()) if (widths.has(selector)) found.set(selector, true)
  return css
}

function declarationsOf(attributes: readonly Attribute[]): Map<string, string> {
  const found = new Map(attributes.map(({ name, value }) => [name, value]))
  editDeclarations(found.get('style') ?? '', false, ({ property, value }) => {
    found.set(property, value.replace(/!.*/, '').trim())
    return null
  })
  return found
}

function strokesOf(attributes: readonly Attribute[]): Partial<Strokes> {
  const found = declarationsOf(attributes)
  return Object.fromEntries(properties.flatMap((name) => (found.has(name) ? [[name, found.get(name)]] : [])))
}

/** By its own attributes, or by a rule that does not set the width. */
function isOwn(name: string, attributes: readonly Attribute[], inSheets: ReadonlyMap<string, boolean>) {
  const found = declarationsOf(attributes)
  if (found.get('vector-effect') === 'non-scaling-stroke') return true
  const classes = (found.get('class') ?? '').split(/\s+/).map((one) => `.${one}`)
  const called = new Set(['*', name, `#${found.get('id') ?? ''}`, ...classes])
  return [...inSheets].some(
    ([selector, saysWidth]) => !saysWidth && selector.split(',').some((one) => called.has(one.trim())),
  )
}
