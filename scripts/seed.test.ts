import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { studio } from './seed/studio.ts'

const folder = join(import.meta.dirname, 'seed/files')
const { reviews, transfers, publicWork } = studio

test('every file of the demo studio is there, and shown to someone', () => {
  const used = [
    ...reviews.flatMap(({ files }) => files),
    ...transfers.files,
    ...publicWork.map(({ file }) => file),
  ]
  const there = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  expect([...new Set(used)].toSorted()).toEqual(there.toSorted())
})

test.each(reviews)('every comment on $name is about one of its files', ({ files, comments }) => {
  expect(comments.filter(({ file }) => files[file] === undefined)).toEqual([])
})
