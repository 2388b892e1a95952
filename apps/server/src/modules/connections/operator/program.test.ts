import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { reportPerson } from '@wingmark/contract/connections'
import { getPerson } from '@wingmark/contract/people'
import { expect, test } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { TestApp } from '../../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const program = resolve(import.meta.dirname, '../../../people-command.ts')

test('the operator reads reports, suspends and restores by the command', async () => {
  const [one, other] = [await newPilot(app), await newPilot(app, 'Rita Reported')]
  const { _id: user, username } = other.user
  await app.call(reportPerson, { body: { user, reason: 'SPAM', note: 'Again.' } }, one)
  const run = (...words: string[]) =>
    new Promise<[number, string]>((done) => {
      const { PATH, NODE_OPTIONS } = process.env
      const settings = { DATABASE_URL: app.deps.db.pool.options.connectionString, DATA_DIR: app.dataDir }
      execFile(
        process.execPath,
        [program, ...words],
        { env: { PATH, NODE_OPTIONS, ...settings } },
        (error, said, why) => done([Number(error?.code ?? 0), said + why]),
      )
    })
  const seen = async () => (await app.call(getPerson, { params: { id: user } }, one)).status

  const [code, said] = await run('reports')
  expect([code, JSON.parse(said)]).toMatchObject([
    0,
    { reason: 'SPAM', note: 'Again.', by: one.user.username, copy: { name: 'Rita Reported' } },
  ])
  expect(await run('suspend', username.toUpperCase(), '--until', '2999-01-01')).toEqual([0, 'Done.\n'])
  expect(await seen()).toBe(404)
  expect((await run('show', username))[1]).toContain('"restriction":"SUSPENDED"')
  expect(await run('restore', username)).toEqual([0, 'Done.\n'])
  expect(await seen()).toBe(200)
  const [wrong, usage] = await run('delete', username)
  expect([wrong, usage.split('\n')[0]]).toEqual([2, expect.stringContaining('npm run people -- reports')])
})
