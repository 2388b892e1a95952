import { writeFile } from 'node:fs/promises'
import { rgbOf } from '@wingmark/contract/contrast'
import type { RenderResult, Size } from '#server/platform/media/render-protocol'
import { breakLines, glyphsOf, widthOf } from '#server/platform/pdf/lines'
import { nameEmoji } from '#server/platform/pdf/name-emoji'
import { sheetSize } from '#server/platform/pdf/write-pdf'

export type Entry = {
  /** The label of its pin; null without one. */
  badge: string | null
  /** Its author's, `#rrggbb`. */
  color: string
  isResolved: boolean
  isReply: boolean
  who: string
  text: string
}

/** A picture, on as many sheets as a tall one needs, then its comments. */
export type CommentsToLayOut = {
  title: string | null
  facts: string | null
  heading: string | null
  /** What the picture does not show. */
  note: string | null
  picture: Size | null
  entries: Entry[]
}

type Job = { comments: CommentsToLayOut; path: string }

const margin = 40
const inner = sheetSize.width - 2 * margin
const pictureHeight = 430
/** A page this much taller than wide covers several sheets at their width; each repeats the end of the last. */
const tall = 2.5
const slicesMax = 16
const sliceOverlap = 24
const sliceLeast = 200
const badgeRoom = 30
const replyIndent = 16
const text = { size: 9.5, leading: 13.5 }
const ink = '0.1 0.1 0.12'
const quiet = '0.4 0.4 0.44'

/** Its drawing operators, and whether they use the picture. */
type LaidOut = { contents: string; hasPicture: boolean }

/** Writes the sheets as JSON to `path`, for `writePdf`. */
export async function layOutComments({ comments, path }: Job): Promise<RenderResult> {
  await writeFile(path, JSON.stringify(sheetsOf(inWords(comments))))
  return { sizes: [], animated: false }
}

const inWords = (comments: CommentsToLayOut): CommentsToLayOut => ({
  ...comments,
  title: comments.title && nameEmoji(comments.title),
  heading: comments.heading && nameEmoji(comments.heading),
  entries: comments.entries.map((entry) => ({
    ...entry,
    who: nameEmoji(entry.who),
    text: nameEmoji(entry.text),
  })),
})

function sheetsOf({ title, facts, heading, note, picture, entries }: CommentsToLayOut): LaidOut[] {
  const sheets: { operators: string[]; hasPicture: boolean }[] = [{ operators: [], hasPicture: false }]
  let y = sheetSize.height - margin
  const draw = (operators: string) => sheets.at(-1)?.operators.push(operators)
  const need = (height: number) => {
    if (y - height >= margin) return
    sheets.push({ operators: [], hasPicture: false })
    y = sheetSize.height - margin
  }
  const write = (line: string, x: number, size: number, color: string, isBold = false) => {
    const weight = isBold ? `${color} RG 0.35 w 2 Tr` : '0 Tr'
    draw(`BT /F1 ${size} Tf ${color} rg ${weight} ${point(x, y)} Td ${glyphsOf(line)} Tj ET`)
  }
  const paragraph = (words: string, size: number, leading: number, color: string, isBold = false) => {
    for (const line of breakLines(words, size, inner)) {
      need(leading)
      y -= leading
      write(line, margin, size, color, isBold)
    }
  }

  if (title !== null) paragraph(title, 18, 23, ink, true)
  if (facts !== null) paragraph(facts, 9, 16, quiet)
  if (title !== null) y -= 8
  if (heading !== null) paragraph(heading, 11, 17, ink, true)
  if (note !== null) paragraph(note, 9, 16, quiet)
  if (picture) {
    const isTall = picture.height >= tall * picture.width
    const inAll = (sheetSize.height - 2 * margin - sliceOverlap) * slicesMax
    const scale = Math.min(inner / picture.width, (isTall ? inAll : pictureHeight) / picture.height)
    const size = { width: picture.width * scale, height: picture.height * scale }
    y -= 6
    need(isTall ? sliceLeast : size.height)
    for (let top = 0; ; ) {
      const height = Math.min(size.height - top, y - margin)
      const slice = `${point(margin, y - height)} ${size.width.toFixed(2)} ${height.toFixed(2)} re W n`
      const place = `${size.width.toFixed(2)} 0 0 ${size.height.toFixed(2)} ${point(margin, y + top - size.height)} cm`
      draw(`q ${slice} ${place} /P1 Do Q`)
      const sheet = sheets.at(-1)
      if (sheet) sheet.hasPicture = true
      y -= height
      top += height
      if (top >= size.height - 0.5) break
      top -= sliceOverlap
      need(y)
    }
    y -= 8
  }
  for (const { badge, color, isResolved, isReply, who, text: words } of entries) {
    const left = margin + badgeRoom + (isReply ? replyIndent : 0)
    const lines = breakLines(words, text.size, sheetSize.width - margin - left)
    y -= isReply ? 3 : 8
    need(text.leading * (lines.length > 0 ? 2 : 1) + 4)
    y -= text.leading
    if (badge !== null) {
      draw(disc(margin + 10, y + 3.4, isResolved ? quiet : operandsOf(color)))
      const size = badge.length > 3 ? 6 : 8
      draw(
        `BT /F1 ${size} Tf 1 1 1 rg 0 Tr ${point(margin + 10 - (widthOf(badge) * size) / 2000, y + 0.6)} Td ${glyphsOf(badge)} Tj ET`,
      )
    }
    write(breakLines(who, text.size, sheetSize.width - margin - left)[0] ?? '', left, text.size, quiet, true)
    for (const line of lines) {
      need(text.leading)
      y -= text.leading
      write(line, left, text.size, ink)
    }
  }
  return sheets.map(({ operators, hasPicture }) => ({ contents: operators.join('\n'), hasPicture }))
}

/** For the operator `rg`. */
const operandsOf = (color: string) =>
  rgbOf(color)
    .map((part) => (part / 255).toFixed(3))
    .join(' ')

const point = (x: number, y: number) => `${x.toFixed(2)} ${y.toFixed(2)}`

function disc(x: number, y: number, color: string): string {
  const [r, k] = [9, 9 * 0.5523]
  const curve = (...numbers: number[]) => `${numbers.map((one) => one.toFixed(2)).join(' ')} c`
  return [
    `${color} rg ${point(x + r, y)} m`,
    curve(x + r, y + k, x + k, y + r, x, y + r),
    curve(x - k, y + r, x - r, y + k, x - r, y),
    curve(x - r, y - k, x - k, y - r, x, y - r),
    curve(x + k, y - r, x + r, y - k, x + r, y),
    'f',
  ].join(' ')
}
