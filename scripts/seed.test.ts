import { globSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { studio } from './seed/studio.ts'

const folder = join(import.meta.dirname, 'seed/files')
const { reviews, transfers, publicWork } = studio

test('every file of the demo studio is there, and shown to someone', () => {
  const used = [
    ...reviews.flatMap(({ files }) => files.flat().map(({ file }) => file)),
    ...transfers.files,
    ...publicWork.map(({ file }) => file),
  ]
  const there = globSync('**', { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile())
  expect([...new Set(used)].toSorted()).toEqual(there.toSorted())
})

test.each(reviews)('every comment on $name is about one of its files and versions', ({ files, comments }) => {
  const missing = comments.filter(({ file, version = 1 }) => files[file]?.[version - 1] === undefined)
  expect(missing).toEqual([])
})

test('one design has three versions under one name, with comments on each', () => {
  const stacks = reviews.flatMap(({ files, comments }) =>
    files.map((versions, place) => ({ versions, said: comments.filter(({ file }) => file === place) })),
  )
  const [stack, ...others] = stacks.filter(({ versions }) => versions.length > 1)
  expect(others).toEqual([])
  const names = stack?.versions.map(({ file }) => basename(file))
  expect(names).toEqual(['01 Mark.svg', '01 Mark.svg', '01 Mark.svg'])
  const on = (number: number) => stack?.said.filter(({ version = 3 }) => version === number).length ?? 0
  expect([on(1), on(2), on(3)]).toEqual([2, 2, 4])
})
