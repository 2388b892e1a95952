import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseJson } from '@wingmark/contract/json'
import { z } from 'zod'
import { textFont } from '#server/platform/pdf/font'

const Names = z.record(z.string(), z.object({ name: z.string() }))
let known: z.infer<typeof Names> | null = null

/** Unicode's short names, by emoji. */
function names(): z.infer<typeof Names> {
  const path = fileURLToPath(import.meta.resolve('unicode-emoji-json/data-by-emoji.json'))
  known ??= parseJson(readFileSync(path, 'utf8'), Names) ?? {}
  return known
}

const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const ornaments = /[\ufe0e\ufe0f]|\p{Emoji_Modifier}/gu
const characters = new Intl.Segmenter('en')

/** Replaces emoji by their names, `[thumbs up]`, where a PDF's font cannot draw them. */
export function nameEmoji(text: string): string {
  if (!pictures.test(text)) return text
  return Array.from(characters.segment(text), ({ segment }) => nameOf(segment)).join('')
}

function nameOf(character: string): string {
  if (!pictures.test(character)) return character
  const plain = character.replace(ornaments, '')
  const { glyphs } = textFont()
  if ([...plain].every((one) => glyphs.has(one.codePointAt(0) ?? 0))) return plain
  const found = names()[character] ?? names()[plain] ?? names()[`${plain}\ufe0f`]
  return found ? `[${found.name}]` : character
}
