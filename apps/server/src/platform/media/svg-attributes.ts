import { editDeclarations } from '#server/platform/media/css-declarations'
import { type Attribute, editSvg } from '#server/platform/media/svg-edit'

const toChange =
  /mask-type|\stransform-origin\s*=|^<[^>]*\sstyle\s*=[^>]*\b(?:width|height)|url\(\s*["'&]|<(?:[\w.-]+:)?tspan\s[^>]*opacity|\s(?:xlink:)?href\s*=[^>]*\s(?:xlink:)?href\s*=/

/** Rewrites what one renderer only knows as an attribute, or neither knows, so that both understand it. */
export function withKnownAttributes(document: string): string {
  if (!toChange.test(document)) return document
  const size = viewSize(document)
  let isRoot = true
  return editSvg(document, {
    tag: (name, attributes) => {
      const isSized = isRoot && takeSize(attributes)
      isRoot = false
      const isMask = /^(?:[\w.-]+:)?mask$/.test(name) && giveMaskType(attributes)
      const changes = [dropOldLink(attributes), unquoteLinks(attributes), moveOrigin(attributes, size)]
      if (/^(?:[\w.-]+:)?tspan$/.test(name)) changes.push(fadeParts(attributes))
      return changes.includes(true) || isMask || isSized
    },
    sheet: unquoted,
  })
}

const quotedLink = /url\(\s*(["'])(#[^"'()]*)\1\s*\)/g
const unquoted = (text: string) => text.replace(quotedLink, 'url($2)')

function unquoteLinks(attributes: Attribute[]): boolean {
  let isChanged = false
  for (const one of attributes) {
    const value = unquoted(one.value)
    if (value === one.value) continue
    one.value = value
    isChanged = true
  }
  return isChanged
}

/** For words within a line, which only browsers fade as a whole. */
function fadeParts(attributes: Attribute[]): boolean {
  const style = valueOf(attributes, 'style') ?? ''
  const given = new Map(attributes.map(({ name, value }) => [name, value]))
  editDeclarations(style, false, ({ property, value }) => {
    given.set(property, value)
    return null
  })
  const shareOf = (name: string) => lengthOf((given.get(name) ?? '1').trim(), 1) ?? 1
  const faint = shareOf('opacity')
  if (faint === 1) return false
  const parts = ['fill-opacity', 'stroke-opacity'].map((name) => `${name}:${faint * shareOf(name)}`)
  const faded = `${style};${parts.join(';')};opacity:1`
  const kept = attributes.filter(({ name }) => name !== 'style' && name !== 'opacity')
  attributes.splice(0, attributes.length, ...kept, { name: 'style', value: faded })
  return true
}

/** Of two links the new one counts. */
function dropOldLink(attributes: Attribute[]): boolean {
  const at = attributes.findIndex(({ name }) => name === 'xlink:href')
  if (at < 0 || valueOf(attributes, 'href') === undefined) return false
  attributes.splice(at, 1)
  return true
}

/** From the root's style: one renderer would stretch the picture to it. */
function takeSize(attributes: Attribute[]): boolean {
  const style = attributes.find(({ name }) => name === 'style')
  if (!style) return false
  const kept: string[] = []
  let isChanged = false
  editDeclarations(style.value, false, ({ property, value }) => {
    const length = value.replace(/!.*/, '').trim()
    const isSize =
      (property === 'width' || property === 'height') && /^[\d.]+(?:px|pt|pc|mm|cm|in)?$/.test(length)
    if (!isSize) kept.push(`${property}:${value}`)
    else {
      isChanged = true
      const given = attributes.find(({ name }) => name === property)
      if (given) given.value = length
      else attributes.push({ name: property, value: length })
    }
    return null
  })
  style.value = kept.join(';')
  return isChanged
}

const valueOf = (attributes: readonly Attribute[], name: string) =>
  attributes.find((one) => one.name === name)?.value

/** As editors write it: `style="mask-type:alpha"`. */
function giveMaskType(attributes: Attribute[]): boolean {
  const types: string[] = []
  editDeclarations(valueOf(attributes, 'style') ?? '', false, ({ property, value }) => {
    if (property === 'mask-type') types.push(value.replace(/!.*/, '').trim().toLowerCase())
    return null
  })
  const type = types.at(-1)
  if (type !== 'alpha' && type !== 'luminance') return false
  const given = attributes.find(({ name }) => name === 'mask-type')
  if (given) given.value = type
  else attributes.push({ name: 'mask-type', value: type })
  return true
}

/** Merges it into the transform. */
function moveOrigin(attributes: Attribute[], size: readonly [number, number]): boolean {
  const given = valueOf(attributes, 'transform-origin')
  const transform = attributes.find(({ name }) =>
    /^(?:transform|gradientTransform|patternTransform)$/.test(name),
  )
  if (given === undefined || !transform) return false
  const place = placeOf(given, size)
  if (place === null) return false
  const [x, y] = place
  transform.value = `translate(${x} ${y}) ${transform.value} translate(${-x} ${-y})`
  attributes.splice(
    attributes.findIndex(({ name }) => name === 'transform-origin'),
    1,
  )
  return true
}

const named: Record<string, { part: number; axis: 0 | 1 | null }> = {
  left: { part: 0, axis: 0 },
  right: { part: 1, axis: 0 },
  top: { part: 0, axis: 1 },
  bottom: { part: 1, axis: 1 },
  center: { part: 0.5, axis: null },
}

/** Null for an invalid one; a depth means nothing here. */
function placeOf(given: string, size: readonly [number, number]): [number, number] | null {
  const words = given
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
    .slice(0, 2)
  if (named[words[0] ?? '']?.axis === 1 || named[words[1] ?? '']?.axis === 0) words.reverse()
  const [x = '', y = 'center'] =
    words.length === 1 && named[words[0] ?? '']?.axis === 1 ? ['center', ...words] : words
  const lengths = [lengthOf(x, size[0]), lengthOf(y, size[1])]
  return lengths.every((one) => one !== null) ? [lengths[0] ?? 0, lengths[1] ?? 0] : null
}

function lengthOf(word: string, whole: number): number | null {
  const name = named[word]
  if (name) return name.part * whole
  const number = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|%)?$/.exec(word)
  if (!number) return null
  return number[2] === '%' ? (Number(number[1]) / 100) * whole : Number(number[1])
}

/** The document's own size, in its units. */
function viewSize(document: string): [number, number] {
  const root = /^<[^\s>]+(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(document)?.[0] ?? ''
  const view = /\sviewBox\s*=\s*["']([^"']+)["']/
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  if (view?.length === 4 && view.every(Number.isFinite)) return [view[2] ?? 0, view[3] ?? 0]
  const side = (name: string) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1] ?? 0)
  return [side('width'), side('height')]
}
