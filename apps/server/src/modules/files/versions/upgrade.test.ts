import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listFileComments, listReviewComments } from '@wingmark/contract/comments'
import { getReview, listMyReviews, restoreReview } from '@wingmark/contract/reviews'
import { getUsage, login } from '@wingmark/contract/users'
import { addVersion, listVersions } from '@wingmark/contract/versions'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate'
import { recountStorage } from '#server/modules/files/usage/service'
import { hashPassword } from '#server/platform/passwords'
import { keptLog } from '../../../../test/kept-log.ts'
import { newFile, password } from '../../../../test/people.ts'
import { startTestApp } from '../../../../test/start-test-app.ts'
import { createTestDatabase } from '../../../../test/test-database.ts'

const migrations = join(import.meta.dirname, '../../../db/migrations')

type Journal = { entries: { tag: string }[] }

/** The migrations of the release before files had versions. */
async function earlierMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wingmark-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(migrations, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as Journal
  const first = journal.entries.findIndex(({ tag }) => tag.endsWith('versions-and-comparisons'))
  expect(first).toBeGreaterThan(0)
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }))
  return folder
}

type Row = Record<string, string | number | boolean | null>
type Query = pg.Client['query']

const insert = (query: Query, table: string, row: Row) => {
  const places = Object.keys(row).map((_, at) => `$${at + 1}`)
  return query(`insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`, [
    ...Object.values(row),
  ])
}

const id = {
  ...{ owner: randomUUID(), editor: randomUUID(), guest: randomUUID(), link: randomUUID() },
  ...{ review: randomUUID(), first: randomUUID(), second: randomUUID(), removed: randomUUID() },
  ...{ marked: randomUUID(), general: randomUUID(), reply: randomUUID() },
}
const marker = JSON.stringify({ page: 1, x: 0.25, y: 0.5, shape: 'POINT' })

/** What that release stored: two files, one also in transfers, a removed one, an attachment, comments, members, a link. */
async function fillEarlier(query: Query): Promise<void> {
  const add = (table: string, row: Row) => insert(query, table, row)
  const person = { password_hash: await hashPassword(password) }
  await add('users', {
    ...{ id: id.owner, name: 'Olga', email: 'olga@example.test', username: 'olga', used_bytes: 700 },
    ...person,
  })
  await add('users', {
    ...{ id: id.editor, name: 'Edgar', email: 'edgar@example.test', username: 'edgar', used_bytes: 70 },
    ...person,
  })
  await query('insert into guests (id, name, token_hash) values ($1, $2, $3)', [
    ...[id.guest, 'Gus', Buffer.from('guest')],
  ])
  const ofReview = { owner_id: id.owner, visibility: 'UNLISTED' }
  await add('reviews', {
    ...{ id: id.review, name: 'Spring campaign', file_count: 2, comment_count: 2, open_count: 1 },
    ...ofReview,
  })
  await add('reviews', { ...{ id: id.removed, name: 'old.png', removed_from: id.review }, ...ofReview })
  await query('update reviews set deleted_at = now() where id = $1', [id.removed])
  await add('members', { review_id: id.review, user_id: id.editor, role: 'EDITOR' })
  await add('share_links', {
    id: id.link,
    review_id: id.review,
    code: 'sharecodeofspring',
    access: 'COMMENT',
  })
  const file = async (row: Row, size: number) => {
    const blob = randomUUID()
    const facts = { mime: 'image/png', kind: 'IMAGE', state: 'READY', width: 40, height: 30 }
    await add('blobs', { id: blob, storage_key: blob, size, ...facts })
    await add('files', { blob_id: blob, key: randomUUID(), owner_id: id.owner, ...row })
  }
  const said = { comment_count: 1, last_number: 1 }
  const design = { review_id: id.review, purpose: 'REVIEW' }
  await file({ id: id.first, name: 'first.png', position: 0, open_count: 1, ...said, ...design }, 400)
  await file(
    {
      ...{ id: id.second, name: 'second.png', position: 1, comment_count: 1, owner_id: id.editor },
      ...design,
      transfer_state: 'IN_TREE',
    },
    70,
  )
  await add('transfers', {
    id: randomUUID(),
    owner_id: id.editor,
    name: 'second.png',
    type: 'FILE',
    file_id: id.second,
    size: 70,
  })
  await file({ id: id.removed, name: 'old.png', ...design, review_id: id.removed, position: 0 }, 200)
  const comment = { review_id: id.review }
  await add('comments', {
    ...{ id: id.marked, file_id: id.first, number: 1, type: 'MARKED', marker, message: 'Larger, please.' },
    ...{ guest_id: id.guest, link_id: id.link, reply_count: 1, ...comment },
  })
  await add('comments', {
    ...{ id: id.general, file_id: id.second, type: 'GENERAL', message: 'Agreed', status: 'RESOLVED' },
    ...{ user_id: id.editor, resolved_by: id.owner, ...comment },
  })
  await add('replies', { id: id.reply, comment_id: id.marked, user_id: id.owner, message: 'Like this?' })
  await file(
    { id: randomUUID(), name: 'idea.png', purpose: 'COMMENT', review_id: id.review, comment_id: id.marked },
    100,
  )
}

/** All rows of the tables, as text; later only the columns that were there before. */
async function everyRow(query: Query, known?: Map<string, Row[]>): Promise<Map<string, Row[]>> {
  const { rows: tables } = await query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const all = new Map<string, Row[]>()
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await query(`select to_jsonb(t) as row from ${name} t order by to_jsonb(t)::text`)
    const before = known?.get(name)
    if (known && !before) continue
    const columns = before?.[0] && Object.keys(before[0])
    const cut = (row: Row) =>
      columns ? Object.fromEntries(columns.map((one) => [one, row[one] ?? null])) : row
    all.set(
      name,
      (rows as { row: Row }[]).map(({ row }) => cut(row)),
    )
  }
  return all
}

test('in a database of the release before, every file is version 1 with its comments, and all else is the same', async () => {
  const database = await createTestDatabase('')
  onTestFinished(() => database.drop())
  await migrate(database.url, await earlierMigrations())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  const query = client.query.bind(client)
  await fillEarlier(query)
  const before = await everyRow(query)
  expect(before.get('files')?.[0]).not.toHaveProperty('version')
  await migrate(database.url)
  expect(await everyRow(query, before)).toEqual(before)

  const app = await startTestApp({ databaseUrl: database.url })
  onTestFinished(() => app.close())
  const enter = async (email: string) => ({
    token: (await app.call(login, { body: { email, password } })).body.result.accessToken,
  })
  const [owner, editor] = [await enter('olga@example.test'), await enter('edgar@example.test')]
  const guest = { share: 'sharecodeofspring' }
  const mine = (await app.call(listMyReviews, {}, owner)).body.results
  expect(mine).toMatchObject([{ _id: id.review, fileCount: 2, commentCount: 2, openCount: 1 }])
  const of = { params: { id: id.review } }
  for (const caller of [owner, editor, guest]) {
    const { files } = (await app.call(getReview, of, caller)).body.result
    expect(files).toMatchObject([
      { _id: id.first, version: 1, versionCount: 1, commentCount: 1, openCount: 1 },
      { _id: id.second, version: 1, versionCount: 1, commentCount: 1, openCount: 0 },
    ])
    const comments = (await app.call(listReviewComments, of, caller)).body.results
    expect(comments.map(({ _id, version }) => [_id, version])).toEqual(
      expect.arrayContaining([
        [id.marked, 1],
        [id.general, 1],
      ]),
    )
    const first = { params: { id: id.first } }
    expect((await app.call(listVersions, first, caller)).body.results).toMatchObject([
      { number: 1, isCurrent: true, note: '', openCount: 1, commentCount: 1, by: { name: 'Olga' } },
    ])
    const until = await app.call(listFileComments, { ...first, query: { until: 1 } }, caller)
    expect(until.body).toMatchObject({ total: 1, results: [{ replies: [{ _id: id.reply }] }] })
  }
  const used = async (caller: { token: string }) =>
    (await app.call(getUsage, {}, caller)).body.result.storage.usedBytes
  expect([await used(owner), await used(editor)]).toEqual([700, 70])
  const { log, lines } = keptLog()
  await recountStorage({ ...app.deps, log })
  expect(lines()).toEqual([])

  expect((await app.call(restoreReview, { params: { id: id.removed } }, owner)).status).toBe(200)
  const fresh = await newFile(app, owner)
  const added = await app.call(addVersion, { params: { id: id.first }, body: { file: fresh._id } }, owner)
  expect(added).toMatchObject({ status: 201, body: { result: { added: 2, version: 2, commentCount: 1 } } })
})
