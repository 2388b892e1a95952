import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { expect, test } from 'vitest'
import { asCsv, asMarkdown, changesOf, countsByPerson } from './change-list.ts'

const file = (_id: string, name: string, pages = 1) =>
  ({ _id, name, pages: Array.from({ length: pages }, () => ({ width: 1, height: 1 })) }) as unknown as File
const comment = (number: number, message: string, change: object = {}) =>
  ({
    _id: `c${number}`,
    number,
    message,
    isCut: false,
    deleted: false,
    status: 'OPEN',
    file: 'poster',
    marker: { page: 1, x: 0.5, y: number / 10, shape: 'POINT' },
    author: { _id: 'olga', name: 'Olga Owner', kind: 'USER' },
    ...change,
  }) as unknown as Comment

const files = [file('poster', 'poster.pdf', 2), file('card', 'card.png')]
const comments = [
  comment(1, 'Move it\nto the left', { marker: { page: 2, x: 0.1, y: 0.9, shape: 'POINT' } }),
  comment(2, 'The festival logo should be bigger here'),
  comment(3, 'Done already', { status: 'RESOLVED' }),
  comment(4, '=SUM(A1) *bold* [x](y)', {
    file: 'card',
    marker: null,
    author: { _id: 'gina', name: 'Gina, Guest', kind: 'GUEST' },
  }),
  comment(5, 'Make the festival logo bigger', { marker: { page: 1, x: 0.9, y: 0.1, shape: 'POINT' } }),
]
const given = {
  name: 'Festival',
  files: changesOf(files, comments),
  isAll: true,
  linkOf: (id: string) => `https://w.example/${id}`,
}

test('lists open comments by file and page, top to bottom, with their duplicates', () => {
  const seen = given.files.map(({ file: { name }, pages }) => [
    name,
    ...pages.map(({ page, changes }) => [
      page,
      ...changes.map(({ comment: { number }, like }) => [number, ...like]),
    ]),
  ])
  expect(seen).toEqual([
    ['poster.pdf', [1, [5, 2], [2, 5]], [2, [1]]],
    ['card.png', [null, [4]]],
  ])
  expect(countsByPerson(given.files)).toEqual([
    ['Olga Owner', 3],
    ['Gina, Guest', 1],
  ])
})

test('Markdown is a checklist with escaped text', () => {
  expect(asMarkdown(given)).toBe(
    [
      '# Changes to Festival',
      '',
      '4 open comments: Olga Owner 3 · Gina, Guest 1',
      '',
      '## poster.pdf (3)',
      '',
      '### Page 1',
      '',
      '- [ ] **5** Make the festival logo bigger – Olga Owner (like 2) ([open](https://w.example/c5))',
      '- [ ] **2** The festival logo should be bigger here – Olga Owner (like 5) ([open](https://w.example/c2))',
      '',
      '### Page 2',
      '',
      '- [ ] **1** Move it\n  to the left – Olga Owner ([open](https://w.example/c1))',
      '',
      '## card.png (1)',
      '',
      '### Whole file',
      '',
      String.raw`- [ ] **4** =SUM(A1) \*bold\* \[x\](y) – Gina, Guest (guest) ([open](https://w.example/c4))`,
      '',
    ].join('\n'),
  )
})

test('CSV has no formulas', () => {
  const lines = asCsv(given).split('\r\n')
  expect(lines[0]).toBe('\uFEFFFile,Page,Number,Change,Author,Like,Link')
  expect(lines[3]).toBe('poster.pdf,2,1,"Move it\nto the left",Olga Owner,,https://w.example/c1')
  expect(lines[4]).toBe(`card.png,,4,'=SUM(A1) *bold* [x](y),"Gina, Guest (guest)",,https://w.example/c4`)
})

test('both end with what was not read', () => {
  const some = { ...given, isAll: false }
  expect(asMarkdown(some)).toContain('too many open comments to list them all')
  expect(asCsv(some)).toContain('too many open comments to list them all')
})
