import { expect, test } from 'vitest'
import { needs, offers, putTogether } from './piece.ts'

const hasAll = needs('uploads')`(select count(*) from uploads) = 2`
const isOpen = needs('r')`r.deleted_at is null`
const notified = needs('made').offers('notified')`notified as (select id from made)`
const joined = offers(
  'u',
  'names',
)`join users u on u.id = r.owner_id left join lateral (select 1) names on true`

test.each([
  ['a part before it', `with uploads as (select 1) select ${hasAll}`],
  ['a part around it', `with uploads as materialized (select 1), x as (select ${hasAll}) select 1`],
  ['a part with named columns', `with uploads(id) as (select 1) select ${hasAll}`],
  ['an alias after it', `select ${isOpen} from reviews r`],
  ['an alias of a subquery', `select 1 from (select * from reviews) as r where ${isOpen}`],
  ['an alias in a list', `select 1 from files f, reviews r where ${isOpen}`],
  ['an alias of brackets around it', `select 1 from reviews r where exists (select 1 where (${isOpen}))`],
  ['a row that is written', `update reviews r set name = '(' where ${isOpen}`],
  [
    'a part of another piece',
    `with made as (select 1), ${notified} select ${needs('notified')`1 from notified`}`,
  ],
  ['a piece in a piece', `select 1 from reviews r where ${needs('r')`not (${isOpen})`}`],
])('%s is what a piece needs', (_what, text) => {
  expect(() => putTogether('some-statement', text)).not.toThrow()
})

test.each([
  ['nothing of that name', `select ${isOpen} from files f`, 'r'],
  [
    'a part of that name only beside its brackets',
    `select (with uploads as (select 1) select 1), ${hasAll}`,
    'uploads',
  ],
  ['an alias only inside of other brackets', `select (select 1 from reviews r), ${isOpen}`, 'r'],
  ['the name only in itself', `select ${hasAll}`, 'uploads'],
  ['the name only before a column', `select r.id, ${isOpen} from reviews`, 'r'],
  ['the name only in a text', `select 'from reviews r', ${isOpen}`, 'r'],
])('with %s a statement does not start', (_what, text, name) => {
  expect(() => putTogether('some-statement', text)).toThrow(
    `some-statement has no part or alias ${name} around its piece that needs ${name}`,
  )
})

test('a piece offers only what it has, parts and aliases', () => {
  expect(() => joined).not.toThrow()
  expect(() => offers('notified')`tell as (select 1)`).toThrow(
    'a piece offers notified, and has none of that name',
  )
})

test('the database gets the bare text', () => {
  const limited = needs('r')`${isOpen} and r.id < ${3}`
  expect(putTogether('x', `select 1 from reviews r where ${limited}`)).toBe(
    'select 1 from reviews r where r.deleted_at is null and r.id < 3',
  )
})
