import { RenderError } from '#server/platform/media/render-protocol'

/** Real drawings do not grow more. */
const MAX_GROWTH = 4 * 1024 * 1024

const part = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^\s<>](?:"[^"]*"|'[^']*'|[^>"'])*>|&([\w.-]+);/g
const reference = /&([\w.-]+);/g
const signs: Record<string, string> = { '"': '&#34;', "'": '&#39;', '<': '&#60;' }

/** Replaces entities by their text: one renderer does not parse elements in them, the other does not get them. */
export function withoutEntities(document: string, entities: ReadonlyMap<string, string>): string {
  if (entities.size === 0) return document
  let grown = 0
  const textOf = (reference: string, name: string) => {
    const text = entities.get(name)
    if (text === undefined) return reference
    grown += text.length
    if (grown > MAX_GROWTH) throw new RenderError('TOO_LARGE')
    return text
  }
  const inTag = (found: string, name: string) =>
    textOf(found, name).replace(/["'<]/g, (sign) => signs[sign] ?? sign)
  return document.replace(part, (found, name: string | undefined) => {
    if (name !== undefined) return textOf(found, name)
    return found.startsWith('<!') ? found : found.replace(reference, inTag)
  })
}
