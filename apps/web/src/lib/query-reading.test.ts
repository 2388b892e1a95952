import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { reading, readMissed } from '#web/lib/query-reading'

// The module reads the session when imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }))

const { signal } = new AbortController()

test('what was read or set by an event is on screen; what was never read is not', async () => {
  const client = new QueryClient()
  const isShown = (queryKey: string[]) => reading({ client, queryKey, signal }).isShown
  client.getQueryCache().build(client, { queryKey: ['asked'] })
  await client.fetchQuery({ queryKey: ['read'], queryFn: () => 1 })
  client.setQueryData(['set'], 1)
  expect(['never', 'asked', 'read', 'set'].map((key) => isShown([key]))).toEqual([false, false, true, true])
})

test('a list’s loaded pages are on screen, the next one is not', () => {
  const client = new QueryClient()
  const queryKey = ['list']
  client.setQueryData<InfiniteData<string>>(queryKey, { pages: ['a', 'b'], pageParams: [null, 'b'] })
  const shown = [null, 'b', 'c'].map((pageParam) => reading({ client, queryKey, signal, pageParam }).isShown)
  expect(shown).toEqual([true, true, false])
})

test('back online, reads only what failed', async () => {
  const client = new QueryClient()
  let isCut = false
  const reads: string[] = []
  const read = (key: string) => ({
    queryKey: [key],
    queryFn: () => {
      if (isCut) throw new Error('no line')
      reads.push(key)
      return key
    },
    retry: false,
  })
  for (const key of ['fresh', 'missed']) await client.fetchQuery(read(key))
  isCut = true
  await expect(client.fetchQuery(read('missed'))).rejects.toThrow('no line')
  isCut = false
  readMissed(client, '/review/api/v1/r', [['fresh'], ['missed']])
  const isBehind = (key: string) => client.getQueryState([key])?.isInvalidated
  expect([isBehind('fresh'), isBehind('missed'), client.getQueryData(['missed'])]).toEqual([
    false,
    true,
    'missed',
  ])
})
