import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../apps/server/test/people.ts'
import { runBackup, runVerifyStorage } from '../apps/server/test/run-command.ts'
import { full, Installation, readyWithinMs } from './support/installation.ts'
import { type Answered, expectPromisesKept } from './support/promises.ts'
import { createTus, newFile, type Sent, sendForm, sendRest } from './support/sending.ts'
import { pause } from './support/time.ts'

const rounds = full(5, 1)
const filesBefore = full(200, 20)

let installation: Installation
let email = ''
beforeAll(async () => {
  installation = await Installation.start()
  const [user] = await installation.query<{ email: string }>('select email from users')
  email = user?.email ?? ''
})
afterAll(() => installation?.end())

const answered: Answered = new Map()
const comments = new Set<string>()
/** By id: whether its deletion was answered. */
const deleted = new Map<string, boolean>()

async function byForm(sent: Sent): Promise<string> {
  return (await sendForm(installation, sent))?.result._id ?? ''
}
async function byTus(sent: Sent): Promise<string> {
  const upload = await createTus(installation, sent)
  return (upload && (await sendRest(installation, upload, 0))) ?? ''
}

async function uploadUntil(isOver: () => boolean, send: (sent: Sent) => Promise<string>): Promise<void> {
  while (!isOver()) {
    const sent = newFile(randomInt(1_000, 400_000))
    const id = await send(sent)
    expect(id).not.toBe('')
    if (randomInt(3) > 0) answered.set(sent.key, { id, sha256: sent.sha256 })
    else await remove(id)
  }
}

async function remove(id: string): Promise<void> {
  deleted.set(id, false)
  await installation.askJson('DELETE', `/file/api/v1/${id}`)
  deleted.set(id, true)
}

/** Deletes half of what was there. */
async function removeHalf(isOver: () => boolean): Promise<void> {
  const half = [...answered].slice(0, answered.size / 2)
  for (const [key, { id }] of half) {
    if (isOver()) return
    answered.delete(key)
    await remove(id)
  }
}

async function commentUntil(isOver: () => boolean, file: string): Promise<void> {
  while (!isOver()) {
    const message = `Comment ${crypto.randomUUID()}`
    const reply = await installation.ask('/comment/api/v1', {
      method: 'POST',
      body: JSON.stringify({ file, type: 'GENERAL', message }),
      headers: { 'content-type': 'application/json' },
    })
    if (reply?.status === 201) comments.add(message)
    await pause(100)
  }
}

test.for(Array.from({ length: rounds }, (_, round) => round))(
  'a backup taken while people work is complete when restored, round %i',
  async (round, { annotate }) => {
    const sent = newFile(10_000)
    const file = await byForm(sent)
    await installation.askJson('POST', '/review/api/v1', { name: `Backed up ${round}`, files: [file] })
    const goal = answered.size + filesBefore
    let isDone = false
    const isOver = () => isDone
    const work = [
      uploadUntil(isOver, byForm),
      uploadUntil(isOver, byForm),
      uploadUntil(isOver, byTus),
      commentUntil(isOver, file),
    ]
    await Promise.race([untilAnswered(goal), Promise.all(work)])
    const before = { files: new Map(answered), comments: [...comments], deleted: new Map(deleted) }
    work.push(removeHalf(isOver))
    const backup = `${installation.dataDir}-backup-${round}`
    const ran = await runBackup(backup, { DATA_DIR: installation.dataDir })
    isDone = true
    await Promise.all(work)
    expect(ran).toMatchObject({ code: 0, stderr: '' })

    const restored = await Installation.restore(backup, installation)
    try {
      const kept = new Map([...before.files].filter(([, { id }]) => !deleted.has(id)))
      kept.set(sent.key, { id: file, sha256: sent.sha256 })
      await annotate(
        `${kept.size} files and ${before.comments.length} comments from before the backup are there; ${deleted.size - before.deleted.size} files went while it was taken`,
      )
      await expectPromisesKept(restored, kept, { isAll: false })
      const column = async (sql: string) =>
        (await restored.query<{ value: string }>(sql)).map(({ value }) => value)
      expect(await column('select message as value from comments')).toEqual(
        expect.arrayContaining(before.comments),
      )
      const ids = await column('select id as value from files')
      for (const [id, isAnswered] of before.deleted) if (isAnswered) expect(ids).not.toContain(id)

      const { result } = await restored.askJson('PATCH', '/user/api/v1/login', { email, password })
      expect(result.accessToken).toBeTypeOf('string')
      expect(await runVerifyStorage({ DATA_DIR: backup })).toMatchObject({ code: 0, stderr: '' })
      expect(await restored.killAndStart({ withDatabase: true })).toBeLessThan(readyWithinMs)
    } finally {
      await restored.end()
    }
  },
)

test('the original server later removes what was deleted during the backup', async () => {
  await installation.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now()),
      graphile_worker.add_job('files:sweep')`,
  )
  await installation.untilJobsAreDone()
  await expectPromisesKept(installation, answered, { isAll: false })
})

async function untilAnswered(files: number): Promise<void> {
  await expect.poll(() => answered.size, { timeout: 120_000 }).toBeGreaterThanOrEqual(files)
}
