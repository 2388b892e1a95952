import { getConversation, sendMessage } from '@wingmark/contract/messages'
import { expect, test } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import { fetchFile } from '../../../../test/files.ts'
import { holdRendering, waitForLockOrRendered } from '../../../../test/hold-rendering.ts'
import { inboxPath, listen } from '../../../../test/listen-live.ts'
import { newFile, type Person, png, waitUntilIdle } from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const send = async (from: Person, to: Person, words: { message?: string; files?: string[] }) =>
  (await app.call(sendMessage, { body: { to: to.user._id, ...words } }, from)).body.result

async function newPair() {
  const [ada, ben] = [await newPilot(app), await newPilot(app)]
  const { conversation } = await send(ada, ben, { message: 'Hello' })
  await send(ben, ada, { message: 'Hello back' })
  await waitUntilIdle(app)
  return { ada, ben, conversation }
}

async function listenAs(person: Person) {
  const listening = await listen(app.url, inboxPath, person)
  await listening.next('reset')
  return listening
}

test('a picture is sent while it is being rendered, and both hear when it is ready', async () => {
  const { ada, ben, conversation } = await newPair()
  const resumeRendering = holdRendering(app)
  const picture = await newFile(app, ada, { purpose: 'COMMENT' })
  const sent = await send(ada, ben, { files: [picture._id] })
  expect(sent.files).toMatchObject([{ _id: picture._id, state: 'PROCESSING' }])
  const [hers, his] = [await listenAs(ada), await listenAs(ben)]
  resumeRendering()
  const rendered = { _id: sent._id, files: [{ _id: picture._id, state: 'READY' }] }
  const { data } = await his.next('conversation.changed')
  expect(data).toMatchObject({ conversation: { _id: conversation }, message: { ...rendered, isOwn: false } })
  expect((await hers.next('conversation.changed')).data).toMatchObject({
    message: { ...rendered, isOwn: true },
  })
  const { body } = await app.call(getConversation, { params: { id: conversation } }, ben)
  expect((await fetchFile(app, body.results[0]?.files[0]?.thumbnailUrl ?? '')).status).toBe(200)
  hers.close()
  his.close()
  await waitUntilIdle(app)
})

test('both also hear when rendering fails', async () => {
  const { ada, ben } = await newPair()
  const resumeRendering = holdRendering(app)
  const torn = await newFile(app, ada, { bytes: png(60, 40).subarray(0, 60), purpose: 'COMMENT' })
  await send(ada, ben, { files: [torn._id] })
  const his = await listenAs(ben)
  resumeRendering()
  expect((await his.next('conversation.changed')).data).toMatchObject({
    message: { files: [{ _id: torn._id, state: 'FAILED' }] },
  })
  his.close()
  await waitUntilIdle(app)
})

test('and when it is ready at the moment of sending', async () => {
  const { ada, ben } = await newPair()
  const { _id: id } = await send(ada, ben, { message: 'Look at this.' })
  const resumeRendering = holdRendering(app)
  const picture = await newFile(app, ada, { purpose: 'COMMENT' })
  const his = await listenAs(ben)
  const sending = await app.deps.db.pool.connect()
  try {
    await sending.query('begin')
    await sending.query('update files set message_id = $2, position = 0 where id = $1', [picture._id, id])
    resumeRendering()
    await waitForLockOrRendered(app, picture._id)
    await sending.query('commit')
  } finally {
    sending.release()
  }
  expect((await his.next('conversation.changed')).data).toMatchObject({
    message: { _id: id, files: [{ _id: picture._id, state: 'READY' }] },
  })
  his.close()
  await waitUntilIdle(app)
})
