import { createDelivery } from '@wingmark/contract/deliveries'
import { listNotifications } from '@wingmark/contract/notifications'
import { createTransfer, downloadTransfers } from '@wingmark/contract/transfers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tendEnds } from '#server/modules/deliveries/expiry/service'
import { newFile, newUser, type Person } from '../../../test/people.ts'
import { startTwoWithClock } from '../../../test/settable-clock.ts'

let two: Awaited<ReturnType<typeof startTwoWithClock>>
let owner: Person
beforeAll(async () => {
  two = await startTwoWithClock()
  owner = await newUser(two.apps[0], 'Olga Owner')
})
afterAll(() => two.close())

const hoursFromNow = (hours: number) => two.setClock(new Date(Date.now() + hours * 3_600_000).toISOString())

async function send(more: { maxDownloads?: number; days?: 1; title?: string }) {
  const [app] = two.apps
  const file = (await newFile(app, owner, { purpose: 'TRANSFER', name: 'final.png' }))._id
  const body = { file, name: 'final.png', parent: null }
  const item = (await app.call(createTransfer, { body }, owner)).body.result._id
  return (await app.call(createDelivery, { body: { items: [item], ...more } }, owner)).body.result
}

test('of twenty downloads at once, over two processes, a limit of three gives three', async () => {
  const sent = await send({ maxDownloads: 3 })
  const claims = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      two.apps[n % 2 ? 1 : 0].call(
        downloadTransfers,
        { body: { delivery: sent._id } },
        { share: sent.shareCode },
      ),
    ),
  )
  const statuses = claims.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array<number>(3).fill(200), ...Array<number>(17).fill(410)])
})

test('the sender hears once that nobody has fetched it, whichever process looks and however the clock steps', async () => {
  await send({ days: 1, title: 'A day long' })
  const notified = async () =>
    (await two.apps[0].call(listNotifications, {}, owner)).body.results.filter(
      ({ action, subjectName }) => action === 'TRANSFER_ENDING' && subjectName === 'A day long',
    ).length
  const tend = async () => {
    await Promise.all(two.apps.map(({ deps }) => tendEnds(deps)))
    return notified()
  }
  expect(await tend()).toBe(0)
  // At half time.
  await hoursFromNow(13)
  expect(await tend()).toBe(1)
  await hoursFromNow(1)
  expect(await tend()).toBe(1)
  await hoursFromNow(14)
  expect(await tend()).toBe(1)
})
