import { expect, test } from 'vitest'
import { leaningIn } from './leaning-pieces.ts'

const tables = new Set(['reviews', 'files'])
const names = (source: string) => leaningIn(source, tables).map(({ piece, name }) => `${piece} ${name}`)

test.each([
  ['isOpen r', "export const isOpen = 'r.deleted_at is null'"],
  ['isOpen r', 'export const isOpen = (user: string) => `r.owner_id = ${user}`'],
  ['cover listed', "export const cover = needs('r')`select f.key from listed f where f.id = r.cover_id`"],
  ['notified made', 'export function notified() {\n  return `select id from made`\n}'],
])('it is named what %s', (found, source) => {
  expect(names(source)).toEqual([found])
})

test.each([
  "export const isOpen = needs('r')`r.deleted_at is null`",
  'export const isOpen = (r: string) => `${r}.deleted_at is null`',
  'export const open = `(select r.id from reviews r join files f on f.id = r.cover_id)`',
  'export const listed = `with shown as (select 1 as id) select shown.id from shown`',
  'export const isThere = (id: string) => `exists (select 1 from ${people({ of: { id } })} p where p.id = ${id})`',
  "export const find = statement('find', { text: `select r.id from reviews r where ${isOpen}` })",
  'export const copies = copying(`f.id = 1`)',
  "const isOwn = 'r.owner_id = 1'",
])('nothing is to be declared in %s', (source) => {
  expect(names(source)).toEqual([])
})
