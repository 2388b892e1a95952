import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOwnTestimonial } from '@wingmark/contract/testimonials'
import { getUsage } from '@wingmark/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUser, type Person } from './people.ts'
import { runBackup } from './run-command.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'
import { createTestDatabase } from './test-database.ts'

const gigabyte = 1_073_741_824

let app: TestApp
let person: Person
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp({ databaseUrl: database.url })
  person = await newUser(app)
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

/** Runs a command as the operator does, beside the running server. */
const run = (command: 'plans' | 'testimonials' | 'people', ...given: string[]) =>
  runProgram(`${command}-command`, ...given)

const runProgram = (name: string, ...given: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const program = join(import.meta.dirname, `../src/${name}.ts`)
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...given], {
      env: { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: database.url },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    child.on('close', (code) => resolve({ code, said: said.trim() }))
  })

test('gives, shows and lists plans and storage beside a running server', async () => {
  const { email } = person.user
  expect(await run('plans', 'set', email.toUpperCase(), 'commander', '--until', '2999-12-31')).toEqual({
    code: 0,
    said: `${email}: COMMANDER by operator until 2999-12-31, 0 B of 15 GB used`,
  })
  expect(await run('plans', 'storage', email, '100GB')).toMatchObject({ code: 0 })
  const line = `${email}: COMMANDER by operator until 2999-12-31, 0 B of 100 GB used`
  const [shown, listed] = await Promise.all([run('plans', 'show', email), run('plans', 'list')])
  expect([shown, listed]).toEqual([
    { code: 0, said: line },
    { code: 0, said: line },
  ])
  expect((await app.call(getUsage, {}, person)).body.result).toMatchObject({
    plan: 'COMMANDER',
    storage: { limitBytes: 100 * gigabyte },
  })
})

test('a failed backup says why, and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-backups-'))
  try {
    const [there, brokenOff, fresh] = [join(folder, 'there'), join(folder, 'broken'), join(folder, 'new')]
    await Promise.all([mkdir(there), mkdir(`${brokenOff}.unfinished`)])
    const own = { DATA_DIR: join(folder, 'data') }
    const said = async (to: string, env: Record<string, string> = own) => {
      const { code, lines, stderr } = await runBackup(to, env)
      expect([code, lines]).toEqual([2, []])
      return stderr.trim()
    }
    expect(
      await Promise.all([
        said(there),
        said(brokenOff),
        said(fresh),
        said(fresh, { ...own, DATABASE_URL: database.url }),
      ]),
    ).toEqual([
      `${there} already exists. Choose a new folder.`,
      `${brokenOff}.unfinished is left over from an interrupted backup. Remove it first.`,
      `No Wingmark is running with DATA_DIR ${own.DATA_DIR}. Copy that folder instead.`,
      'With DATABASE_URL set, back up the database with pg_dump, then the files.',
    ])
    expect((await readdir(folder)).filter((name) => name.startsWith('new'))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('reports unreadable arguments and unknown people', async () => {
  const answers = await Promise.all([
    run('plans', 'set', person.user.email, 'COMMANDER', '--until', 'tomorrow'),
    run('plans', 'show', 'nobody@example.test'),
  ])
  expect(answers.map(({ code }) => code)).toEqual([2, 1])
  expect(answers[0]?.said).toContain('npm run plans -- set ADDRESS FREE|PILOT|COMMANDER')
  expect(answers[1]?.said).toBe('Nobody has the address nobody@example.test.')
})

test('hides a customer review behind a reason, and shows it again', async () => {
  const own = async () => (await app.call(getOwnTestimonial, {}, person)).body.result.testimonial
  const { email, _id } = person.user
  expect(await run('testimonials', 'hide', email, 'An advertisement')).toEqual({
    code: 1,
    said: `Nobody with the address ${email} has written a customer review.`,
  })
  await app.deps.db.pool.query(
    `insert into testimonials (id, user_id, rating, text) values (gen_random_uuid(), $1, 5, 'Our clients answer now.')`,
    [_id],
  )
  expect(await run('testimonials', 'hide', email, 'An', 'advertisement')).toEqual({
    code: 0,
    said: 'Hidden. The reason is shown: An advertisement',
  })
  expect(await own()).toMatchObject({ hiddenReason: 'An advertisement' })
  const [again, wrong] = await Promise.all([
    run('testimonials', 'show', email),
    run('testimonials', 'hide', email),
  ])
  expect([again.said, wrong.code]).toEqual(['Shown again.', 2])
  expect(await own()).toMatchObject({ hiddenReason: null })
})

test('an older program refuses a newer database, while the server continues', async () => {
  const { pool } = app.deps.db
  const known = (await (await app.fetch('/health/ready')).json()) as { schema: number }
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  try {
    const refused = `The database has schema ${known.schema + 1} of a newer Wingmark, but this one only supports schema ${known.schema}. Update Wingmark, or restore the backup from before the update.`
    await expect(startTestApp({ databaseUrl: database.url })).rejects.toThrow(refused)
    const ran = await Promise.all([
      run('plans', 'list'),
      run('people', 'reports'),
      run('testimonials', 'show', person.user.email),
      runProgram('verify-storage'),
    ])
    expect(ran).toEqual(ran.map(() => ({ code: 2, said: refused })))
    expect((await app.call(getUsage, {}, person)).status).toBe(200)
    const ready = await app.fetch('/health/ready')
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 200,
      body: { status: 'ready', schema: known.schema + 1 },
    })
  } finally {
    await pool.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
  }
  expect((await run('plans', 'list')).code).toBe(0)
})
