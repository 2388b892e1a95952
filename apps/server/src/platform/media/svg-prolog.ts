const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const REFUSED_DTD = 'This SVG has a document type definition that is not accepted. Save it again without it.'

/** What precedes the root element of an SVG, or why the text is rejected. */
export type SvgProlog =
  | {
      kind: 'svg'
      /** Their text by name, which may contain elements. */
      entities: ReadonlyMap<string, string>
      /** Prefixes that the document type declares for the root. */
      namespaces: ReadonlyMap<string, string>
      rootAt: number
    }
  | { kind: 'refused'; reason: string }
  | { kind: 'other' }

const skipped = /\s+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>/y
const doctypeName = /<!DOCTYPE\s+([^\s>[]+)/iy
// It is never fetched.
const outsideId = /\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')|SYSTEM)\s+("[^"]*"|'[^']*')/iy
const plainEntity = /<!ENTITY\s+([\w.-]+)\s+("[^"&]*"|'[^'&]*')\s*>/y
const fixedNamespace =
  /<!ATTLIST\s+(?:[\w.-]+:)?svg\s+xmlns:([\w.-]+)\s+CDATA\s+#FIXED\s+("[^"<&]*"|'[^'<&]*')\s*>/y
const anyRoot = /<(?:[\w.-]+:)?svg[\s/>]/
const rootTag = /<(?:([\w.-]+):)?svg(?=[\s/>])/y

/** Reads the head of a decoded file: XML declaration, comments, a harmless DOCTYPE, then `svg` in the SVG namespace. */
export function readSvgProlog(text: string): SvgProlog {
  let at = skipMisc(text, text.startsWith('\uFEFF') ? 1 : 0)
  let entities = new Map<string, string>()
  let namespaces = new Map<string, string>()
  const declaredRoot = matchAt(doctypeName, text, at)?.[1]?.toLowerCase()
  if (declaredRoot === 'html') return { kind: 'other' }
  if (declaredRoot !== undefined) {
    const read = readDoctype(text, at)
    if (read === null)
      return anyRoot.test(text) ? { kind: 'refused', reason: REFUSED_DTD } : { kind: 'other' }
    entities = read.entities
    namespaces = read.namespaces
    at = skipMisc(text, read.end)
  }
  const root = matchAt(rootTag, text, at)
  if (!root) return { kind: 'other' }
  if (namespaceOf(text.slice(at + root[0].length), root[1], entities) !== SVG_NAMESPACE)
    return { kind: 'other' }
  return { kind: 'svg', entities, namespaces, rootAt: at }
}

/** Decodes by byte order mark, then UTF-16 patterns, then the XML declaration, else as UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0x3c && b === 0 && d === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c && c === 0) return 'utf-16be'
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  )
  return declared?.[1] !== undefined && isKnownEncoding(declared[1]) ? declared[1] : 'utf-8'
}

function isKnownEncoding(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16')
  } catch {
    return false
  }
}

function skipMisc(text: string, from: number): number {
  let at = from
  for (let match = matchAt(skipped, text, at); match; match = matchAt(skipped, text, at))
    at += match[0].length
  return at
}

type Doctype = { end: number; entities: Map<string, string>; namespaces: Map<string, string> }

/** Allows a W3C identifier, plain entities and namespaces, else null: the rest can read files or explode. */
function readDoctype(text: string, from: number): Doctype | null {
  const name = matchAt(doctypeName, text, from)
  if (!name) return null
  const entities = new Map<string, string>()
  const namespaces = new Map<string, string>()
  let at = from + name[0].length
  const id = matchAt(outsideId, text, at)
  if (id) {
    if (!/^["']https?:\/\/www\.w3\.org\//.test(id[1] ?? '')) return null
    at += id[0].length
  }
  at = skipMisc(text, at)
  if (text[at] === '[') {
    at = skipMisc(text, at + 1)
    for (;;) {
      const entity = matchAt(plainEntity, text, at)
      const found = entity ?? matchAt(fixedNamespace, text, at)
      if (!found) break
      const into = entity ? entities : namespaces
      // The first one counts.
      const name = found[1] ?? ''
      if (!into.has(name)) into.set(name, (found[2] ?? '').slice(1, -1))
      at = skipMisc(text, at + found[0].length)
    }
    if (text[at] !== ']') return null
    at = skipMisc(text, at + 1)
  }
  return text[at] === '>' ? { end: at + 1, entities, namespaces } : null
}

function namespaceOf(
  attributes: string,
  prefix: string | undefined,
  entities: Map<string, string>,
): string | undefined {
  const name = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`
  const attribute = /\s+([^\s=/>"']+)\s*=\s*("[^"]*"|'[^']*')/y
  let at = 0
  for (let match = matchAt(attribute, attributes, at); match; match = matchAt(attribute, attributes, at)) {
    at += match[0].length
    if (match[1] !== name) continue
    return (match[2] ?? '')
      .slice(1, -1)
      .replace(/&([\w.-]+);/g, (all, entity: string) => entities.get(entity) ?? all)
  }
  return undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
