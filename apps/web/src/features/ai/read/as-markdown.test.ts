import type { AiReading } from '@wingmark/contract/ai'
import { expect, test } from 'vitest'
import { asCsv, asMarkdown, asWords } from '#web/features/ai/read/as-markdown'

const about = (number: number | null) => ({ _id: 'c', file: 'f', number, page: 1 })
const reading: AiReading = {
  _id: 'r',
  kind: 'CHANGES',
  review: 'r',
  file: null,
  status: null,
  points: [{ text: 'Make the *logo* larger.', comments: [about(3), about(null)] }],
  disagreements: [],
  questions: [{ text: 'Which date?', comments: [about(4)] }],
  commentsRead: 3,
  commentsLeftOut: 0,
  commentsCut: 0,
  commentsSince: 0,
  characters: 10,
  isCut: false,
  createdAt: '2026-11-22T10:00:00.000Z',
}

test('a list of changes becomes a Markdown checklist with its text unchanged', () => {
  expect(asMarkdown('Changes: Spring', reading, () => 'a_b.png')).toBe(
    '# Changes: Spring\n\n- [ ] Make the \\*logo\\* larger. (a\\_b.png \\#3, a\\_b.png)\n\n## Open questions\n\n- [ ] Which date? (a\\_b.png \\#4)\n',
  )
})

test('a comment gets plain text', () => {
  expect(asWords('Changes', reading, () => null)).toBe(
    'Changes\n\n- Make the *logo* larger. (#3, whole file)\n\nOpen questions:\n- Which date? (#4)',
  )
})

test('a spreadsheet gets rows without formulas', () => {
  const risky = { ...reading, points: [{ text: '=1+1, "now"', comments: [about(3)] }] }
  expect(asCsv(risky, () => null)).toBe(
    `\uFEFFKind,Text,Comments\r\nChange,"'=1+1, ""now""",#3\r\nOpen questions,Which date?,#4\r\n`,
  )
})
