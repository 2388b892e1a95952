import { type Font, textFont } from '#server/platform/pdf/font'

const tab = '    '

/** Text as lines that fit into a width; breaks words that are longer. */
export function breakLines(text: string, size: number, width: number, font: Font = textFont()): string[] {
  const most = (width * 1000) / size
  return text
    .toWellFormed()
    .replaceAll('\t', tab)
    .split(/\r\n|\r|\n/)
    .flatMap((paragraph) => breakParagraph(paragraph, most, font))
}

function breakParagraph(paragraph: string, most: number, font: Font): string[] {
  const lines: string[] = []
  let line = ''
  let length = 0
  for (const word of paragraph.split(/(?<=\s)/u)) {
    const wide = widthOf(word.trimEnd(), font)
    if (line !== '' && length + wide > most) {
      lines.push(line.trimEnd())
      line = ''
      length = 0
    }
    if (wide <= most) {
      line += word
      length += widthOf(word, font)
      continue
    }
    for (const character of word) {
      const one = widthOf(character, font)
      if (length + one > most) {
        lines.push(line)
        line = ''
        length = 0
      }
      line += character
      length += one
    }
  }
  return [...lines, line.trimEnd()]
}

/** In thousandths of the font's size. */
export function widthOf(text: string, font: Font = textFont()): number {
  let width = 0
  for (const character of text) width += font.widths[glyphOf(character, font)] ?? 0
  return width
}

/** For PDF's operator `Tj`; missing letters become the font's empty box. */
export function glyphsOf(text: string, font: Font = textFont()): string {
  const glyphs = Array.from(text, (character) => glyphOf(character, font).toString(16).padStart(4, '0'))
  return `<${glyphs.join('')}>`
}

const glyphOf = (character: string, font: Font) => font.glyphs.get(character.codePointAt(0) ?? 0) ?? 0
