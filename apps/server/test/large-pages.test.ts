import { listConnections } from '@wingmark/contract/connections'
import {
  createDelivery,
  getDelivery,
  listDeliveries,
  listDeliveryActivity,
  listDeliveryItems,
} from '@wingmark/contract/deliveries'
import {
  deliveryMessageMax,
  directMessageMax,
  messageMax,
  noteMax,
  pageBytesMax,
  taskDescriptionMax,
  workspaceDescriptionMax,
} from '@wingmark/contract/limits'
import { getConversation, sendMessage } from '@wingmark/contract/messages'
import { listNotifications } from '@wingmark/contract/notifications'
import { discoverPeople } from '@wingmark/contract/people'
import { createPrivateNote, listPrivateNotes } from '@wingmark/contract/private-notes'
import { listDeliveryFiles, listReceived, openDelivery } from '@wingmark/contract/received-deliveries'
import type { Route } from '@wingmark/contract/route'
import { search } from '@wingmark/contract/search'
import { createTask, listSubtasks, listTasks } from '@wingmark/contract/tasks'
import { listTestimonials } from '@wingmark/contract/testimonials'
import { listWorkspaceTimeline } from '@wingmark/contract/timelines'
import {
  copyTransfer,
  createTransfer,
  listDeletedTransfers,
  listFolder,
  listTransfers,
} from '@wingmark/contract/transfers'
import { createWorkspace, listWorkspaces } from '@wingmark/contract/workspaces'
import { describe, expect, test } from 'vitest'
import { newPilot } from './connection-people.ts'
import { newFile, newUser, type Person } from './people.ts'
import { withApp } from './shared-app.ts'
import type { Answer, Caller, TestApp } from './start-test-app.ts'

let app: TestApp
let owner: Person
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newPilot(app)
})

const sql = (text: string, values: unknown[] = []) => app.deps.db.pool.query(text, values)
/** The characters with the most bytes in JSON: in texts of several lines, and in names. */
const long = (letters: number) => '\u0001'.repeat(letters)
const wide = (letters: number) => '🎨'.repeat(letters)

type Input = Parameters<TestApp['call']>[1]
type Listed = { results: readonly { _id: string }[]; nextCursor?: string | null; total?: number }

async function readPage<R extends Route>(route: R, input: Input = {}, caller: Caller = owner) {
  const answer: Answer<Route> = await app.call<Route>(route, input, caller)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(pageBytesMax)
  return answer.body as unknown as Listed
}

/** All items, page by page; each page is small enough, and each item occurs once. */
async function readOn<R extends Route>(route: R, input: Input = {}, caller: Caller = owner) {
  const ids: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { ...input.query, ...(cursor ? { cursor } : {}) }
    const page = await readPage(route, { ...input, query }, caller)
    ids.push(...page.results.map(({ _id }) => _id))
    cursor = page.nextCursor
  } while (cursor)
  expect(new Set(ids).size).toBe(ids.length)
  return ids.length
}

describe('no page is too large, however much someone has written', () => {
  test('workspaces, and their messages, tasks and notes', async () => {
    const body = { name: 'Studio', description: long(workspaceDescriptionMax) }
    const { _id: workspace } = (await app.call(createWorkspace, { body }, owner)).body.result
    await sql(
      `insert into workspaces (id, owner_id, name, description)
       select gen_random_uuid(), $1, $2, $3 from generate_series(1, 99)`,
      [owner.user._id, wide(100), body.description],
    )
    const { results, total } = await readPage(listWorkspaces, { query: { limit: 100 } })
    expect([results.length, total]).toEqual([100, 100])

    await sql(
      `insert into timeline_items (id, workspace_id, kind, actor_id, actor_name, message)
       select gen_random_uuid(), $1, 'MESSAGE', $2, 'Ada', $3 from generate_series(1, 30)`,
      [workspace, owner.user._id, long(messageMax)],
    )
    const params = { id: workspace }
    expect(await readOn(listWorkspaceTimeline, { params, query: { kind: 'MESSAGE' } })).toBe(30)

    await app.call(createPrivateNote, { body: { workspace, note: 'Ask Bo' } }, owner)
    await sql(
      `insert into private_notes (id, workspace_id, user_id, note)
       select gen_random_uuid(), $1, $2, $3 from generate_series(1, 9)`,
      [workspace, owner.user._id, '漢'.repeat(noteMax)],
    )
    expect(await readOn(listPrivateNotes, { params })).toBe(10)

    const task = { workspace, title: wide(200), description: long(taskDescriptionMax) }
    const parent = (await app.call(createTask, { body: task }, owner)).body.result._id
    await sql(
      `insert into tasks (id, workspace_id, number, title, description, rank, parent_id)
       select gen_random_uuid(), $1, 100 + n, $3, $4, 'a' || n, case when n <= $5::int then $2::uuid end
       from generate_series(1, 40) n`,
      [workspace, parent, task.title, task.description, 20],
    )
    for (const sort of ['rank', '-updatedAt'])
      expect(await readOn(listTasks, { params, query: { limit: 100, sort } })).toBe(41)
    const both = { workspaceId: workspace, taskId: parent }
    expect(await readOn(listSubtasks, { params: both })).toBe(20)
    await readPage(search, { query: { tab: 'tasks', word: '🎨', limit: 100 } })
  })

  test('nested, deleted and arriving transfers, and deliveries', async () => {
    const add = async (given: object) =>
      (await app.call(createTransfer, { body: { name: wide(255), ...given } }, owner)).body.result._id
    let parent: string | null = null
    const chain: string[] = []
    for (let n = 0; n < 8; n++) {
      parent = await add({ type: 'FOLDER', parent })
      chain.push(parent)
    }
    const [top = ''] = chain
    const items = [await add({ file: (await newFile(app, owner))._id, parent })]
    for (const many of [1, 2, 4, 8, 16, 32, 57]) {
      const [id = '', ...also] = items.slice(0, many)
      const copied = await app.call(copyTransfer, { params: { id }, body: { parent, also } }, owner)
      items.push(...copied.body.results.map(({ _id }) => _id))
    }
    const bottom = { params: { id: parent ?? '' } }
    expect(await readOn(listFolder, { ...bottom, query: { limit: 100 } })).toBe(121)
    expect(await readOn(listTransfers, { query: { word: '🎨', limit: 100, sort: 'name' } })).toBe(129)

    const body = { items: [top, ...items], title: wide(200), message: long(deliveryMessageMax) }
    const sent = (await app.call(createDelivery, { body }, owner)).body.result
    const { _id: id, shareCode } = sent
    await sql(
      `insert into share_links (id, delivery_id, code, name, email, access, is_default)
       select gen_random_uuid(), $1, 'code-' || n, $2, n || $3, 'VIEW', false from generate_series(1, 199) n`,
      [id, wide(60), `${'x'.repeat(240)}@example.test`],
    )
    const details = await app.call(getDelivery, { params: { id } }, owner)
    expect(Buffer.byteLength(JSON.stringify(details.body))).toBeLessThanOrEqual(pageBytesMax)
    expect(await readOn(listDeliveryItems, { params: { id } })).toBe(122)

    const opened = await app.call(openDelivery, { body: { shareCode } })
    expect(Buffer.byteLength(JSON.stringify(opened.body))).toBeLessThanOrEqual(pageBytesMax)
    const page = await app.fetch(new URL(sent.shareUrl).pathname + new URL(sent.shareUrl).search)
    expect((await page.arrayBuffer()).byteLength).toBeLessThanOrEqual(1.5 * pageBytesMax)
    const { files } = opened.body.result
    const rest = { params: { id }, query: { cursor: files.nextCursor ?? '' } }
    expect(files.results.length + (await readOn(listDeliveryFiles, rest, { share: shareCode }))).toBe(121)

    await sql(
      `insert into activity (id, delivery_id, action, actor_kind, target, before, link_name)
       select gen_random_uuid(), $1, 'DOWNLOADED', 'VISITOR', $2, $2, $3 from generate_series(1, 120)`,
      [id, wide(255), wide(60)],
    )
    expect(await readOn(listDeliveryActivity, { params: { id }, query: { limit: 100 } })).toBeGreaterThan(119)

    await sql(
      `insert into deliveries (id, owner_id, title, message, allow_preview, tell_on_download, remind, delete_after, is_complete)
       select gen_random_uuid(), $1, $2, $3, true, true, true, false, true from generate_series(1, 110)`,
      [owner.user._id, body.title, body.message],
    )
    const receiver = await newUser(app)
    await sql(`update users set email_confirmed_at = now() where id = $1`, [receiver.user._id])
    await sql(
      `insert into share_links (id, delivery_id, code, name, email, access, is_default)
       select gen_random_uuid(), d.id, 'code-' || d.id || n, $2, case when n = 1 then $3 else n || $4 end, 'VIEW', n = 2
       from deliveries d, generate_series(1, 12) n where d.owner_id = $1 and d.id <> $5`,
      [owner.user._id, wide(60), receiver.user.email, `${'x'.repeat(240)}@example.test`, id],
    )
    expect((await readPage(listDeliveries, { query: { limit: 100 } })).results).toHaveLength(100)
    await readPage(listReceived, { query: { limit: 100 } }, receiver)

    await sql(`update transfers set deleted_at = now(), deletion_id = gen_random_uuid() where id = any($1)`, [
      items,
    ])
    expect((await readPage(listDeletedTransfers, { query: { limit: 100 } })).results).toHaveLength(100)
  })

  test('people, their messages, and notifications', async () => {
    const other = await newPilot(app)
    await sql(
      `insert into users (id, name, email, username, password_hash)
       select gen_random_uuid(), $1, 'many-' || n || '@example.test', 'many-' || n, 'x' from generate_series(1, 100) n`,
      [wide(50)],
    )
    const many = `select id from users where username like 'many-%'`
    await sql(
      `insert into connection_profiles (user_id, location, designation, company, experience, skills, skill_keys, words)
       select id, $1, $1, $1, $1, array_fill($2::text, array[30]), '{}', '{}' from (${many}) u`,
      [wide(100), wide(40)],
    )
    await sql(
      `insert into connections (id, requester_id, addressee_id, note, status)
       select gen_random_uuid(), id, $1, $2, 'PENDING' from (${many}) u`,
      [owner.user._id, long(300)],
    )
    await sql(
      `insert into testimonials (id, user_id, rating, text, designation, company)
       select gen_random_uuid(), id, 5, $1, $2, $2 from (${many}) u`,
      [long(600), wide(100)],
    )
    for (const page of [
      await readPage(listConnections, { query: { limit: 100 } }),
      await readPage(discoverPeople, { query: { limit: 100 } }),
      await readPage(listTestimonials, { query: { size: 100 } }, {}),
    ])
      expect(page.results).toHaveLength(100)

    await sql(`update connection_profiles set is_open_to_messages = true where user_id = $1`, [
      other.user._id,
    ])
    const body = { to: other.user._id, message: 'Hello' }
    const { conversation } = (await app.call(sendMessage, { body }, owner)).body.result
    await sql(
      `insert into messages (id, conversation_id, seq, sender_id, message)
       select gen_random_uuid(), $1, n, $2, $3 from generate_series(2, 60) n`,
      [conversation, other.user._id, long(directMessageMax)],
    )
    await sql(`update conversations set last_seq = 60 where id = $1`, [conversation])
    await sql(`update conversation_sides set last_seq = 60 where conversation_id = $1`, [conversation])
    const params = { id: conversation }
    expect(await readOn(getConversation, { params, query: { limit: 100 } })).toBe(60)
    const { rows } = await sql('select id from messages where conversation_id = $1 and seq = 30', [
      conversation,
    ])
    const around = rows[0]?.id
    const near = await readPage(getConversation, { params, query: { limit: 50, around } })
    expect(near.results.map(({ _id }) => _id)).toContain(around)

    await sql(
      `insert into notifications (id, user_id, action, title, created_by_name, person_id)
       select gen_random_uuid(), $1, 'CONNECTION_ASKED', $2, $3, $4 from generate_series(1, 120)`,
      [owner.user._id, wide(1_000), wide(100), other.user._id],
    )
    expect(await readOn(listNotifications, { query: { limit: 100 } })).toBeGreaterThanOrEqual(120)
  })
})
