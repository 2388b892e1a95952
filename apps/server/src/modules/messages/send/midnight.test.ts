import { sendMessage } from '@wingmark/contract/messages'
import { getUsage } from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import type { Person } from '../../../../test/people.ts'
import { startTwoWithClock } from '../../../../test/settable-clock.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let two: Awaited<ReturnType<typeof startTwoWithClock>>
let app: TestApp
let twin: TestApp
beforeAll(async () => {
  two = await startTwoWithClock()
  ;[app, twin] = two.apps
})
afterAll(() => two.close())

const today = new Date().toISOString().slice(0, 10)
const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)

async function sendAtOnce(from: Person, to: Person): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      (n % 2 ? app : twin).call(sendMessage, { body: { to: to.user._id, message: `${n}` } }, from),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
  return answers.filter(({ status }) => status === 201).length
}

const usage = async (person: Person) => (await app.call(getUsage, {}, person)).body.result.messages

test('ten a day, by two processes, before and after midnight, and no more when the clock steps back', async () => {
  const [ada, ben] = [await newPilot(app), await newPilot(app)]
  await app.call(sendMessage, { body: { to: ada.user._id, message: 'Write to me.' } }, ben)
  await app.call(sendMessage, { body: { to: ben.user._id, message: 'Gladly.' } }, ada)
  await app.deps.db.pool.query('delete from usage_meters')
  await two.setClock(`${today}T23:59:59.500Z`)
  expect(await sendAtOnce(ada, ben)).toBe(10)
  expect(await usage(ada)).toMatchObject({ used: 10, resetsAt: `${tomorrow}T00:00:00.000Z` })
  await two.setClock(`${tomorrow}T00:00:01.000Z`)
  expect((await usage(ada)).used).toBe(0)
  expect(await sendAtOnce(ada, ben)).toBe(10)
  await two.setClock(`${today}T23:59:58.000Z`)
  const late = await app.call(sendMessage, { body: { to: ben.user._id, message: 'Once more' } }, ada)
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '2'])
  await two.setClock(`${tomorrow}T00:00:02.000Z`)
  expect((await usage(ada)).used).toBe(10)
})
