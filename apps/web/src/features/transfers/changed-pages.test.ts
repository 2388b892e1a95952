import type { RouteReply } from '@wingmark/contract/route'
import type { listTransfers, Transfer } from '@wingmark/contract/transfers'
import { expect, test } from 'vitest'
import { mergeFirst, type Pages, patchPages } from './changed-pages.ts'

const at = '2026-01-15T12:00:00.000Z'
const one = (id: number): Transfer => ({
  ...{
    _id: `t${id}`,
    isRoot: true,
    name: `Thing ${id}`,
    type: 'FOLDER',
    file: null,
    parent: null,
    parents: [],
  },
  ...{ itemCount: 0, size: null, createdAt: at, updatedAt: at, deletedAt: null },
  can: { edit: true, download: true, delete: true },
})
const page = (ids: number[], total: number): RouteReply<typeof listTransfers> => ({
  ...{ success: true, results: ids.map(one), total, totalPages: 1, currentPage: 1, limit: 3, folder: null },
  nextCursor: `after ${ids.at(-1)}`,
})
const pages = (...all: number[][]): Pages => ({
  pages: all.map((ids) => page(ids, 9)),
  pageParams: all.map((_ids, n) => String(n)),
})
const names = (all: Pages) => all.pages.flatMap(({ results }) => results.map(({ name }) => name))

test('deletes and renames in place; other pages stay the same', () => {
  const before = pages([0, 1, 2], [3, 4, 5], [6, 7, 8])
  const after = patchPages(before, { gone: ['t1'], renamed: { id: 't8', name: 'Renamed' } })
  expect(names(after).join()).toBe('Thing 0,Thing 2,Thing 3,Thing 4,Thing 5,Thing 6,Thing 7,Renamed')
  expect(after.pages[1]).toBe(before.pages[1])
})

test('puts new items first, lists each once, and keeps the next page’s cursor', () => {
  const after = mergeFirst(pages([0, 1, 2], [3, 4, 5]), page([9, 0, 4], 10))
  expect(names(after).join()).toBe('Thing 9,Thing 0,Thing 4,Thing 1,Thing 2,Thing 3,Thing 5')
  expect(after.pages.map(({ total }) => total)).toEqual([10, 10])
  expect(after.pages[0]?.nextCursor).toBe('after 2')
})
