import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeStatement } from '../../test/describe-statement.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { prepareCounts } from './search-source.ts'
import { type Description, statement, statements } from './statement.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  await runMigrations({ connectionString: database.url, logger: new Logger(() => () => {}) })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(source, file))
    .filter((file) => / (statement|byPages|exportedItems|searchSource)\(/.test(readFileSync(file, 'utf8')))
  await Promise.all(files.map((file) => import(file)))
  prepareCounts()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const said = ({ name, takes, gives }: Description) => ({
  name,
  takes: Object.values(takes),
  gives: gives && Object.entries(gives).toSorted(),
})

async function found({ name, text, gives: said }: Description) {
  const { takes, gives } = await describeStatement(client, text)
  return { name, takes, gives: said && gives.toSorted() }
}

test('every statement of the program takes and returns what the code declares', async () => {
  expect(statements.size).toBeGreaterThan(0)
  const all = [...statements.values()]
  const described = []
  for (const one of all) described.push(await found(one))
  expect(described).toEqual(all.map(said))
})

test.each([
  ['takes one that is not described', { id: 'uuid' }, 'select {other}::uuid'],
  ['describes one that it does not take', { id: 'uuid', other: 'uuid' }, 'select {id}::uuid'],
])('a statement that %s does not start', (name, takes, text) => {
  const define = () => statement(name, { takes: takes as Record<string, 'uuid'>, text })
  expect(define).toThrow('{other}')
})
