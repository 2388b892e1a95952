import { QueryClient } from '@tanstack/react-query'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { expect, test } from 'vitest'
import { openLivePage } from '#web/features/room/live/live-page'

const page = (lastEventId: string) =>
  ({
    lastEventId,
    review: { name: `read at ${lastEventId}` },
    files: [],
    comments: {},
  }) as unknown as ReviewPage
const renamed = (id: string) =>
  ({ id, event: 'review.updated', data: { name: `event ${id}`, files: [] } }) as unknown as Parameters<
    ReturnType<typeof openLivePage>['apply']
  >[0]

test('applies an event again to a review that was read before it and arrives after it', async () => {
  const client = new QueryClient()
  const queryKey = ['review', 'r']
  client.setQueryData(queryKey, page('1'))
  const live = openLivePage(client, queryKey)
  const now = () => client.getQueryData<ReviewPage>(queryKey)
  for (const id of ['2', '3']) live.apply(renamed(id))
  await client.fetchQuery({ queryKey, queryFn: () => page('2') })
  expect([now()?.review.name, now()?.lastEventId]).toEqual(['event 3', '3'])
  await client.fetchQuery({ queryKey, queryFn: () => page('4') })
  expect(now()?.review.name).toBe('read at 4')
  live.stop()
})

test('frequent events without a number displace no other', async () => {
  const client = new QueryClient()
  const queryKey = ['review', 'r']
  client.setQueryData(queryKey, page('1'))
  const live = openLivePage(client, queryKey)
  live.apply(renamed('2'))
  for (let n = 0; n < 600; n++) live.apply({ event: 'here', data: { people: [] } })
  await client.fetchQuery({ queryKey, queryFn: () => page('1') })
  expect(client.getQueryData<ReviewPage>(queryKey)?.review.name).toBe('event 2')
  live.stop()
})
