import { expect, test } from 'vitest'
import { type Openings, wallProblems } from './table-walls.ts'

const keeperOf = new Map([
  ['comments', 'comments'],
  ['reviews', 'reviews'],
  ['share_links', 'reviews'],
])

/** What is said of a file `lists/store.ts` of comments. */
function said(text: string, openings: Openings['']): string[] {
  const sources = [{ module: 'comments', path: 'lists/store.ts', text }]
  const { problems } = wallProblems({ sources, keeperOf, openings: { comments: openings } })
  return problems.map(({ sentence }) => sentence)
}

const list = "const list = statement('list', { text: `select * from comments c join reviews r on true` })"
const opening: Openings[''] = { 'a page is one statement': { list: { reads: ['reviews'] } } }

test('a statement reads a table of another module through its opening', () => {
  expect(said(list, opening)).toEqual([])
})

test('another statement of the same file cannot use that opening, and the message says what to do', () => {
  const other = "export const count = statement('count', { text: 'select count(*) from reviews' })"
  expect(said(`${list}\n${other}`, opening)).toEqual([
    'count reads reviews, which reviews keeps: ask the service of reviews, or join what its sql.ts offers. If only one statement can do it, open the wall for count in scripts/table-openings.ts, below the reason.',
  ])
})

test.each([
  ['another table', list.replace('on true', 'on true join share_links l on true')],
  ['a second way', list.replace('`select', '`update reviews set name = 1; select')],
])('an opening is not one for %s', (_what, text) => {
  expect(said(text, opening)).toEqual([expect.stringMatching(/^list (reads share_links|writes reviews)/)])
})

test.each([
  ['no longer there', ''],
  ['one that no longer reads the table', list.replace('join reviews r on true', '')],
])('an opening for a statement that is %s is to be closed', (_what, text) => {
  expect(said(text, opening)).toEqual([
    'nothing goes through “comments list reads reviews” any more: close it.',
  ])
})

test.each([
  ['share-*', 'const of = (which: string) => statement(`share-${which}`, { text: `select 1 from reviews` })'],
  ['pages-shared', "export const shared = exportedItems(\n  'shared',\n  `select id from reviews`)"],
  ['search-shared', "export const found = searchSource('shared', { matches: `select id from reviews` })"],
  ['lists/store:isShared', 'export const isShared = `exists (select 1 from reviews)`'],
  ['lists/store:find', 'export async function find(tx) {\n  await tx.select().from(reviews)\n}'],
  ['lists/store:find', 'const find = (tx) => tx.select().from(comments).innerJoin(reviews, on)'],
])('an opening is called %s', (site, text) => {
  expect(said(text, { 'it must': { [site]: { reads: ['reviews'] } } })).toEqual([])
  expect(said(text, {})).toEqual([expect.stringMatching(/ reads reviews, which reviews keeps/)])
})

test.each([
  'const a = `with reviews as (select 1) select * from reviews`',
  "export const b = needs('reviews')`select * from reviews`",
])('a part of a statement that is called like a table is not that table: %s', (text) => {
  expect(said(text, {})).toEqual([])
})
