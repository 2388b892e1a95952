import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { searchFunction } from './search-function.ts'

test('the newest searchable_words of the migrations matches the rule', () => {
  const folder = join(import.meta.dirname, '../apps/server/src/db/migrations')
  const made = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').split('--> statement-breakpoint'))
    .flatMap((statements) => statements.map((one) => one.trim()))
    .filter((one) => /^CREATE (OR REPLACE )?FUNCTION searchable_words\(/.test(one))
  expect(made.at(-1)?.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION')).toBe(searchFunction())
})
