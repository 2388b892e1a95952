export type TextPart = { text: string; href?: string }

const address = /https?:\/\/[^\s<>"']+/g
const trailing = /[.,;:!?)\]}]+$/

/** Splits a text into words and web addresses; only http and https become links. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const href = match[0].replace(trailing, '')
    if (!URL.canParse(href)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: href, href })
    end = match.index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
