import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/db/client'
import { createJobs } from '#server/platform/jobs'
import { createLog } from '#server/platform/log'
import { eventually } from '../../test/eventually.ts'
import { newFile, newUser, png, waitUntilIdle } from '../../test/people.ts'
import { startTestApp, type TestApp } from '../../test/start-test-app.ts'

let app: TestApp
let twin: TestApp
beforeAll(async () => {
  app = await startTestApp()
  twin = await startTestApp({
    databaseUrl: app.deps.db.pool.options.connectionString ?? '',
    dataDir: app.dataDir,
  })
})
afterAll(async () => {
  await twin.close()
  await app.close()
})

const ask = async <R extends object>(sql: string, values: unknown[] = []) =>
  (await app.deps.db.pool.query<R>(sql, values)).rows

const lookForAbandoned = () => ask(`select graphile_worker.add_job('jobs:free-abandoned')`)

test('another process soon does the jobs of a killed one, but not those of a living one', async () => {
  await waitUntilIdle(app)
  const { promise: rendered, resolve: draw } = Promise.withResolvers<void>()
  const held = [app, twin].map(({ deps }) => {
    const { render } = deps.renderer
    return vi.spyOn(deps.renderer, 'render').mockImplementation(async (task, urgency) => {
      await rendered
      return render(task, urgency)
    })
  })
  await newFile(app, await newUser(app), { bytes: png(60, 40) })
  const locked = () =>
    ask<{ locked_by: string }>(
      `select locked_by from graphile_worker.jobs where task_identifier = 'files:draw-first' and locked_by is not null`,
    )
  await eventually(async () => expect(await locked()).toHaveLength(1))
  const [living] = await locked()
  const names = [app, twin].map(({ deps }) => deps.db.pool.options.application_name)
  const known = await ask<{ process: string }>('select process from job_workers where id = $1', [
    living?.locked_by,
  ])
  expect(names).toContain(known[0]?.process)

  await ask(`insert into job_workers values ('pool-killed', 'wingmark killed', now() - interval '31 seconds'),
    ('pool-behind-a-pooler', 'a name that no connection has', now() - interval '20 seconds')`)
  await ask(`select graphile_worker.add_job('users:sweep', queue_name => 'abandoned')`)
  await ask(`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'pool-killed'`)
  await lookForAbandoned()
  const waiting = () => ask(`select 1 from graphile_worker.jobs where task_identifier <> 'files:draw-first'`)
  await eventually(async () => expect(await waiting()).toEqual([]))
  expect(await locked()).toEqual([living])
  const kept = await ask<{ id: string }>(`delete from job_workers where id like 'pool-%' and process not like
    'wingmark ________-%' returning id`)
  expect(kept).toEqual([{ id: 'pool-behind-a-pooler' }])

  draw()
  for (const one of held) one.mockRestore()
  await waitUntilIdle(app)
})

test('the next of jobs in turn begins once one is done, not when the worker polls', async () => {
  await waitUntilIdle(app)
  await ask(`select graphile_worker.add_job('users:sweep', queue_name => 'turns') from generate_series(1, 6)`)
  const waiting = () => ask(`select 1 from graphile_worker.jobs`)
  // On its own it would check after half a minute.
  await expect.poll(waiting, { timeout: 15_000 }).toEqual([])
})

test('files of one uploader never take all places, so that another can begin meanwhile', async () => {
  await waitUntilIdle(app)
  const [busy, other] = [await newUser(app), await newUser(app)]
  const { promise: rendered, resolve: draw } = Promise.withResolvers<void>()
  const begun: string[] = []
  const held = [app, twin].map(({ deps }) => {
    const { render } = deps.renderer
    return vi.spyOn(deps.renderer, 'render').mockImplementation(async (task, urgency) => {
      begun.push(typeof urgency === 'object' && 'uploader' in urgency ? urgency.uploader : '')
      await rendered
      return render(task, urgency)
    })
  })
  for (let n = 0; n < 14; n++) await newFile(app, busy, { bytes: png(60, 40) })
  await eventually(async () => expect(begun.length).toBeGreaterThanOrEqual(8))
  await newFile(app, other, { bytes: png(60, 40) })
  await eventually(async () => expect(begun).toContain(other.user._id))
  expect(begun.length).toBeLessThan(14)
  draw()
  for (const one of held) one.mockRestore()
  await waitUntilIdle(app)
})

test('stores jobs as done that end while the application stops, also while they wait for a connection', async () => {
  await waitUntilIdle(app)
  const database = openDatabase(app.deps.db.pool.options.connectionString ?? '', createLog('fatal'))
  const jobs = createJobs(database, createLog('fatal'), { concurrency: 3 })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  await jobs.start({ 'test:hold': () => (begun++, ended) }, '')
  await ask(`select graphile_worker.add_job('test:hold') from generate_series(1, 3)`)
  await eventually(async () => expect(begun).toBe(3))
  const { totalCount, idleCount, options } = database.jobs
  const free = (options.max ?? 0) - totalCount + idleCount
  const taken = await Promise.all(Array.from({ length: free }, () => database.jobs.connect()))
  end()
  const stopped = jobs.stop().then(() => database.close())
  // By the time that others are answered, they have asked.
  for (let turn = 0; turn < 50; turn++) await ask('select 1')
  for (const client of taken) client.release()
  await stopped
  expect(await ask(`select 1 from graphile_worker.jobs where task_identifier = 'test:hold'`)).toEqual([])
})

test('restarts a worker that could not store a job as done, and repeats the job', async () => {
  await waitUntilIdle(app)
  const times: number[] = []
  const database = openDatabase(app.deps.db.pool.options.connectionString ?? '', createLog('fatal'))
  const jobs = createJobs(database, createLog('fatal'), { concurrency: 1 })
  await ask(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await ask(
    `create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()`,
  )
  await jobs.start({ 'test:again': async () => void times.push(Date.now()) }, '')
  await ask(`select graphile_worker.add_job('test:again')`)
  await eventually(async () => expect(jobs.isRunning()).toBe(false))
  await ask('drop function refuse cascade')
  const left = () => ask(`select 1 from graphile_worker.jobs where task_identifier = 'test:again'`)
  await eventually(async () => expect([await left(), times.length]).toEqual([[], 2]))
  await jobs.stop()
  await database.close()
})
