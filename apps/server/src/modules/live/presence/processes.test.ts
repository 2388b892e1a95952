import { expect, test } from 'vitest'
import { type Hint, onHint, sendAlive } from '#server/modules/events/service'
import { processesOf } from '#server/modules/live/presence/processes'
import { eventually } from '../../../../test/eventually.ts'
import { newListeners } from '../../../../test/live-listeners.ts'
import { newReview, newUser } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
let twin: TestApp
withApp.beforeAll(({ app: shared, twin: second }) => {
  app = shared
  twin = second
})

test('a process that has missed a report asks for all, and counts viewers rightly again', async () => {
  const owner = await newUser(app)
  const published = await newReview(app, owner)
  const at = newListeners(app)
  const here = await at.settle(published, owner)
  const guest = await at.settle(published, { share: published.share }, twin)
  const viewers = () => here.heard.findLast((one) => one.event === 'presence')?.data
  await eventually(async () => expect(viewers()).toMatchObject({ viewers: 2 }))

  // A wrong report, and then a sign of life that counts one more than has arrived.
  const wrong = { subject: published.review._id, visitors: 7, known: [], colors: {} }
  await eventually(async () => {
    // A true one may follow it at once.
    processesOf(twin.deps).send(wrong)
    expect(viewers()).toMatchObject({ viewers: 8 })
  })
  const heard: Hint[] = []
  const stop = onHint(twin.deps, (hint) => heard.push(hint))
  sendAlive(twin.deps, 1_000)
  await eventually(async () => expect(heard).toContainEqual(expect.objectContaining({ kind: 'report' })))
  await eventually(async () => expect(viewers()).toMatchObject({ viewers: 2 }))
  stop()
  guest.close()
  await eventually(async () => expect(viewers()).toMatchObject({ viewers: 1 }))
  at.close()
})
