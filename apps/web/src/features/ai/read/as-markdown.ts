import type { AiPoint, AiReading } from '@wingmark/contract/ai'
import { csvOf } from '@wingmark/contract/csv'
import { escapeMarkdown } from '#web/lib/escape-markdown'

/** The name of a file; null if all points are of one file. */
export type FileName = (file: string) => string | null

export const parts = [
  ['points', ''],
  ['disagreements', 'Where people disagree'],
  ['questions', 'Open questions'],
] as const satisfies readonly (readonly [keyof AiReading, string])[]

/** `#3` or, for a comment on a whole file, its name. */
export function referenceName({ file, number }: AiPoint['comments'][number], nameOf: FileName): string {
  const name = nameOf(file)
  if (number === null) return name ?? 'whole file'
  return name === null ? `#${number}` : `${name} #${number}`
}

/** For export; escapes Markdown in the text. */
export function asMarkdown(title: string, reading: AiReading, nameOf: FileName): string {
  const mark = reading.kind === 'CHANGES' ? '- [ ] ' : '- '
  const sections = parts.flatMap(([part, heading]) => {
    const lines = reading[part].map(({ text, comments }) => {
      const names = comments.map((one) => escapeMarkdown(referenceName(one, nameOf))).join(', ')
      return `${mark}${escapeMarkdown(text)} (${names})`
    })
    if (lines.length === 0) return []
    return [...(heading ? [`## ${heading}`, ''] : []), ...lines, '']
  })
  return [`# ${escapeMarkdown(title)}`, '', ...sections].join('\n')
}

/** For a spreadsheet: one row per change, with the comments that ask for it. */
export function asCsv(reading: AiReading, nameOf: FileName): string {
  const rows = parts.flatMap(([part, heading]) =>
    reading[part].map(({ text, comments }) => [
      heading || 'Change',
      text,
      comments.map((one) => referenceName(one, nameOf)).join(', '),
    ]),
  )
  return csvOf([['Kind', 'Text', 'Comments'], ...rows])
}

/** For a comment, which has no Markdown. */
export function asWords(title: string, reading: AiReading, nameOf: FileName): string {
  const sections = parts.flatMap(([part, heading]) => {
    const lines = reading[part].map(
      ({ text, comments }) => `- ${text} (${comments.map((one) => referenceName(one, nameOf)).join(', ')})`,
    )
    return lines.length === 0 ? [] : ['', ...(heading ? [`${heading}:`] : []), ...lines]
  })
  return [title, ...sections].join('\n')
}
