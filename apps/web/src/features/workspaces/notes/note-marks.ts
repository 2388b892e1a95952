import { beginningOf } from '@wingmark/contract/shorten'
import { linkify } from '#web/features/comments/cards/linkify'

/** `at`: the box's position in the text, `of`: what it ticks. */
export type NotePart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'box'; text: string; at: number; isTicked: boolean; of: string }

const boxLine = /^(\s*[-*] )\[([ xX])\](?: (.*)|$)/

/** A note's parts, which joined make its text. */
export function notePartsOf(text: string): NotePart[] {
  let at = 0
  return text.split('\n').flatMap((line, n) => {
    const begin = at
    at += line.length + 1
    const [, lead = '', tick = '', of = ''] = boxLine.exec(line) ?? []
    const parts: NotePart[] = n === 0 ? [] : [{ kind: 'text', text: '\n' }]
    if (tick === '') return [...parts, ...linksOf(line)]
    const box = line.slice(lead.length, lead.length + 3)
    return [
      ...parts,
      { kind: 'text', text: lead },
      { kind: 'box', text: box, at: begin + lead.length, isTicked: tick !== ' ', of: of.trim() },
      ...linksOf(line.slice(lead.length + 3)),
    ]
  })
}

const linksOf = (line: string): NotePart[] =>
  line === ''
    ? []
    : linkify(line).map(({ text, href }) => (href ? { kind: 'link', text, href } : { kind: 'text', text }))

/** Toggles the tick of the box at this position. */
export function toggled(text: string, at: number): string {
  const tick = text[at + 1] === ' ' ? 'x' : ' '
  return `${text.slice(0, at + 1)}${tick}${text.slice(at + 2)}`
}

export type Written = { text: string; caret: number }

const lineStart = (text: string, caret: number) => text.lastIndexOf('\n', caret - 1) + 1
const newBox = '- [ ] '

/** Toggles a box on the caret's line. */
export function withBox({ text, caret }: Written): Written {
  const start = lineStart(text, caret)
  const line = text.slice(start).split('\n', 1)[0] ?? ''
  const [, lead = ''] = boxLine.exec(line) ?? []
  const taken = lead === '' ? 0 : Math.min(lead.length + 4, line.length)
  const given = lead === '' ? newBox : ''
  const moved = Math.max(start, caret - taken) + given.length
  return { text: `${text.slice(0, start)}${given}${text.slice(start + taken)}`, caret: moved }
}

/** A new line with another box; an empty one ends the list. Null without a box. */
export function withNextBox({ text, caret }: Written): Written | null {
  const start = lineStart(text, caret)
  const [, lead = '', , of = ''] = boxLine.exec(text.slice(start, caret)) ?? []
  if (lead === '') return null
  const next = of.trim() === '' ? '' : `\n${lead}[ ] `
  const kept = next === '' ? start : caret
  return { text: `${text.slice(0, kept)}${next}${text.slice(caret)}`, caret: kept + next.length }
}

/** A note's name: its first line without a box. */
export function nameOfNote(note: string): string {
  const line = note.trim().split('\n', 1)[0] ?? ''
  const [, , , of] = boxLine.exec(line) ?? []
  return beginningOf(of?.trim() || line, 80)
}
