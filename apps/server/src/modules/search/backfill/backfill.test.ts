import { readdir, readFile } from 'node:fs/promises'
import { createComment, createReply } from '@wingmark/contract/comments'
import { updateConnectionProfile } from '@wingmark/contract/connection-profiles'
import { renameFile } from '@wingmark/contract/files'
import { sendMessage } from '@wingmark/contract/messages'
import { discoverPeople } from '@wingmark/contract/people'
import { createPrivateNote, listPrivateNotes } from '@wingmark/contract/private-notes'
import { listMyReviews } from '@wingmark/contract/reviews'
import { search } from '@wingmark/contract/search'
import { createTask, listTasks } from '@wingmark/contract/tasks'
import { createTransfer, listTransfers } from '@wingmark/contract/transfers'
import { createWorkspace } from '@wingmark/contract/workspaces'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPilot } from '../../../../test/connection-people.ts'
import { eventually } from '../../../../test/eventually.ts'
import { newReview, type Person, waitUntilIdle } from '../../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts'

const tables = ['comments', 'replies', 'messages', 'files', 'transfers', 'private_notes', 'reviews', 'tasks']

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Words that the release before did and did not find, in one text. */
const text = '東京タワーのロゴ Größe ΟΔΟΣ. 🎉party يُوسُف'
const before = ['東京', '東京タワーの', 'grosse']
const since = ['ロゴ', 'οδός', 'party', 'يوسف']

async function writeEverywhere(app: TestApp, person: Person, other: Person) {
  const { files, review } = await newReview(app, person, 1, text)
  const file = files[0]?._id ?? ''
  const said = { file, type: 'GENERAL' as const, message: text }
  const comment = (await app.call(createComment, { body: said }, person)).body.result._id
  await app.call(createReply, { body: { comment, message: text } }, person)
  await app.call(renameFile, { params: { id: file }, body: { name: `${text}.png` } }, person)
  await app.call(createTransfer, { body: { type: 'FOLDER', name: text } }, person)
  const workspace = (await app.call(createWorkspace, { body: { name: 'Autumn' } }, person)).body.result._id
  await app.call(createTask, { body: { workspace, title: 'Redraw', description: text } }, person)
  await app.call(createPrivateNote, { body: { workspace, note: text } }, person)
  await app.call(sendMessage, { body: { to: other.user._id, message: text } }, person)
  const params = { id: other.user._id }
  await app.call(updateConnectionProfile, { params, body: { company: text } }, other)
  return { workspace, review: review._id }
}

type Written = Awaited<ReturnType<typeof writeEverywhere>>

/** The number of matches in each tab and in searches by name. */
async function foundBy(app: TestApp, person: Person, { workspace }: Written, word: string) {
  const tabs = (await app.call(search, { query: { word, tab: 'reviews' } }, person)).body.counts
  const named = await app.call(listMyReviews, { query: { word } }, person)
  const tasks = await app.call(listTasks, { params: { id: workspace }, query: { word } }, person)
  const notes = await app.call(listPrivateNotes, { params: { id: workspace }, query: { word } }, person)
  const people = await app.call(discoverPeople, { query: { search: word } }, person)
  const folders = await app.call(listTransfers, { query: { word } }, person)
  return {
    ...tabs,
    named: named.body.total,
    board: tasks.body.total,
    notes: notes.body.results.length,
    discovered: people.body.total,
    folders: folders.body.total,
  }
}

const all = {
  ...{ reviews: 1, comments: 2, files: 1, people: 1, transfers: 1, tasks: 1, messages: 1 },
  ...{ named: 1, board: 1, notes: 1, discovered: 1, folders: 1 },
}

/** The database as the release before left it, with its data. */
async function putBack(): Promise<void> {
  await client.query('drop function keep_search_words cascade')
  await client.query('drop function searchable_words cascade')
  await client.query('drop table search_fills')
  for (const table of tables) await client.query(`alter table ${table} drop column search_words`)
  await client.query(`update connection_profiles set words = '{東京タワーのロゴ,grosse,οδος,party}'`)
}

/** Like that release's migration. */
async function addWords(): Promise<void> {
  const folder = new URL('../../../db/migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.endsWith('_search-words.sql')) ?? ''
  await client.query('begin')
  for (const statement of (await readFile(new URL(file, folder), 'utf8')).split('--> statement-breakpoint'))
    await client.query(statement)
  await client.query('commit')
}

const withoutWords = async () => {
  const counts = tables.map((table) => `(select count(*)::int from ${table} where search_words is null)`)
  const { rows } = await client.query(`select ${counts.join(' + ')} as many`)
  return rows[0]?.many
}

test('earlier matches stay while rows are filled, and everything is found afterwards', async () => {
  const first = await startTestApp({ databaseUrl: database.url })
  const person = await newPilot(first, 'Ada Example')
  const other = await newPilot(first, 'Bo Example')
  const written = await writeEverywhere(first, person, other)
  for (const word of [...before, ...since])
    expect([word, await foundBy(first, person, written, word)]).toEqual([word, all])
  await waitUntilIdle(first)
  await first.close()

  await putBack()
  await addWords()
  const many = await withoutWords()
  expect(many).toBeGreaterThan(7)

  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from search_fills for update')
  const app = await startTestApp({ databaseUrl: database.url })
  try {
    for (const word of before) {
      // The list of transfers also found names by the exact text.
      const folders = text.includes(word) ? 1 : 0
      expect([word, await foundBy(app, person, written, word)]).toEqual([word, { ...all, folders }])
    }
    expect(await withoutWords()).toBe(many)
    // New text is found at once by its words.
    const again = await writeEverywhere(app, person, other)
    expect(await foundBy(app, person, again, 'ロゴ')).toMatchObject({ comments: 2, tasks: 1 })

    await holder.query('rollback')
    await client.query(`select graphile_worker.add_job('search:fill')`)
    await eventually(async () =>
      expect((await client.query('select name from search_fills')).rows).toEqual([]),
    )
    expect(await withoutWords()).toBe(0)
    for (const word of [...before, ...since])
      expect([word, await foundBy(app, person, written, word)]).toEqual([
        word,
        {
          ...{ reviews: 2, comments: 4, files: 2, people: 1, transfers: 2, tasks: 2, messages: 1 },
          ...{ named: 2, board: 1, notes: 1, discovered: 1, folders: 2 },
        },
      ])
  } finally {
    await app.close()
    await holder.end()
  }
})

test('a locked row is filled once it is free', async () => {
  const app = await startTestApp({ databaseUrl: database.url })
  const { rows } = await client.query<{ id: string }>('select id from comments order by id limit 1')
  await client.query(`update comments set search_words = null`)
  await client.query(`insert into search_fills values ('comments', '00000000-0000-0000-0000-000000000000')`)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from comments where id = $1 for update', [rows[0]?.id])
    await client.query(`select graphile_worker.add_job('search:fill')`)
    const left = async () =>
      (await client.query('select id from comments where search_words is null')).rows.map(({ id }) => id)
    await eventually(async () => expect(await left()).toEqual([rows[0]?.id]))
    await holder.query('rollback')
    await eventually(async () => {
      await client.query(`select graphile_worker.add_job('search:fill')`)
      expect((await client.query('select name from search_fills')).rows).toEqual([])
    })
    expect(await left()).toEqual([])
  } finally {
    await holder.end()
    await app.close()
  }
})

test('a new name or message is found by its new words, and no longer by the old ones', async () => {
  const app = await startTestApp({ databaseUrl: database.url })
  try {
    const person = await newPilot(app, 'Cy Example')
    const { files } = await newReview(app, person, 1, 'Poster')
    const rename = (name: string) =>
      app.call(renameFile, { params: { id: files[0]?._id ?? '' }, body: { name } }, person)
    const found = async (word: string) =>
      (await app.call(search, { query: { word, tab: 'files' } }, person)).body.total
    await rename('🚀Launch.png')
    expect(await found('launch')).toBe(1)
    await rename('我家在上海东边.png')
    expect([await found('launch'), await found('上海')]).toEqual([0, 1])
  } finally {
    await app.close()
  }
})
