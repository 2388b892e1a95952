/** One attribute of a tag as written, but with plain quotes. */
export type Attribute = { name: string; value: string }
export type SvgEdits = {
  /** Changes the attributes in place; returns whether it did. `isClosed`: no end tag follows. */
  tag?: (name: string, attributes: Attribute[], isClosed: boolean) => boolean
  end?: () => unknown
  /** Returns the changed style sheet. */
  sheet?: (css: string) => string
}

const plainPart =
  /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<![^>]*>|<\/[^>]*>|[^<]+/y
const tagStart = /<([^\s/>]+)/y
const attribute = /(\s+)([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const tagEnd = /\s*\/?>/y
const sheetEnd = /<\/(?:[\w.-]+:)?style\s*>/g

/** Edits the tags and style sheets of a document; text and comments stay unchanged. */
export function editSvg(document: string, edits: SvgEdits): string {
  let edited = ''
  for (let at = 0; at < document.length; ) {
    const part = matchAt(plainPart, document, at)
    if (part) {
      if (part[0].startsWith('</')) edits.end?.()
      edited += part[0]
      at += part[0].length
      continue
    }
    const tag = readTag(document, at)
    if (tag === null) return edited + document.slice(at)
    edited += edits.tag?.(tag.name, tag.attributes, tag.isClosed) ? written(tag) : document.slice(at, tag.end)
    at = tag.end
    if (!edits.sheet || tag.isClosed || !/^(?:[\w.-]+:)?style$/.test(tag.name)) continue
    sheetEnd.lastIndex = at
    const end = sheetEnd.exec(document)?.index ?? document.length
    edited += editSheet(document.slice(at, end), edits.sheet)
    at = end
  }
  return edited
}

type Tag = { name: string; attributes: Attribute[]; isClosed: boolean; end: number }

function readTag(document: string, at: number): Tag | null {
  const start = matchAt(tagStart, document, at)
  if (!start) return null
  const attributes: Attribute[] = []
  let end = at + start[0].length
  for (let match = matchAt(attribute, document, end); match; match = matchAt(attribute, document, end)) {
    attributes.push({ name: match[2] ?? '', value: withPlainQuotes(match[3] ?? match[4] ?? '') })
    end += match[0].length
  }
  const close = matchAt(tagEnd, document, end)
  if (!close) return null
  return { name: start[1] ?? '', attributes, isClosed: close[0].includes('/'), end: end + close[0].length }
}

function written({ name, attributes, isClosed }: Tag): string {
  const all = attributes.map((one) => ` ${one.name}="${one.value.replaceAll('"', '&quot;')}"`).join('')
  return `<${name}${all}${isClosed ? '/' : ''}>`
}

function editSheet(text: string, edit: (css: string) => string): string {
  const inside = /^(\s*<!\[CDATA\[)([\s\S]*)(\]\]>\s*)$/.exec(text)
  if (inside) return (inside[1] ?? '') + edit(inside[2] ?? '') + (inside[3] ?? '')
  return text.includes('<') ? text : edit(withPlainQuotes(text))
}

const withPlainQuotes = (text: string) =>
  text.replaceAll(/&quot;|&#34;|&#x22;/gi, '"').replaceAll(/&apos;|&#39;|&#x27;/gi, "'")

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
