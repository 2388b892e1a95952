import { sendInvitation } from '@wingmark/contract/invitations'
import { joinReview } from '@wingmark/contract/members'
import { changeShareAccess } from '@wingmark/contract/reviews'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMember, newReview, newUser, type Person, type Published } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

// Permissions that end between the check and the write.
let app: TestApp
let owner: Person
let published: Published
let id: string
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
  owner = await newUser(app, 'Olga Owner')
})
beforeEach(async () => {
  published = await newReview(app, owner)
  id = published.review._id
})

/** Starts `ask` while a change that removes its permission is still in progress. */
async function during<T>(change: string, values: string[], ask: () => Promise<T>): Promise<T> {
  const client = await app.deps.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from reviews where id = $1 for update', [id])
    await client.query(change, values)
    const asked = ask()
    const isWaiting = async () =>
      (
        await app.deps.db.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length
    await expect.poll(isWaiting).toBeGreaterThan(0)
    await client.query('commit')
    return await asked
  } finally {
    client.release()
  }
}

const count = async (table: 'invitations' | 'members') =>
  (await app.deps.db.pool.query(`select 1 from ${table} where review_id = $1`, [id])).rows.length

describe('an editor who invites someone', () => {
  const invite = (editor: Person) =>
    app.call(
      sendInvitation,
      { params: { id }, body: { email: `${crypto.randomUUID()}@example.test`, role: 'VIEWER' } },
      editor,
    )

  test.each([
    ['removed', 'delete from members where review_id = $1 and user_id = $2', 404],
    ['made a viewer', `update members set role = 'VIEWER' where review_id = $1 and user_id = $2`, 403],
  ])('and is %s meanwhile invites nobody', async (_, change, status) => {
    const editor = await newUser(app, 'Emil Editor')
    await addMember(app, id, editor, 'EDITOR')
    const answer = await during(change, [id, editor.user._id], () => invite(editor))
    expect([answer.status, await count('invitations')]).toEqual([status, 0])
  })
})

describe('someone who joins', () => {
  const join = (person: Person) =>
    app.call(joinReview, { body: { shareCode: published.share, accessKey: 'open sesame' } }, person)

  test.each([
    ['the link is closed', `update share_links set access = 'NONE', epoch = epoch + 1 where review_id = $1`],
    [
      'the review is made private',
      `update reviews set visibility = 'PRIVATE', access_epoch = access_epoch + 1 where id = $1`,
    ],
  ])('while %s becomes no member', async (_, change) => {
    await app.call(changeShareAccess, { params: { id }, body: { accessKey: 'open sesame' } }, owner)
    const person = await newUser(app, 'Pia Person')
    const answer = await during(change, [id], () => join(person))
    expect([answer.status, await count('members')]).toEqual([403, 0])
  })

  test('becomes one without any change', async () => {
    await app.call(changeShareAccess, { params: { id }, body: { accessKey: 'open sesame' } }, owner)
    const answer = await during(`update reviews set name = 'Other' where id = $1`, [id], async () =>
      join(await newUser(app)),
    )
    expect([answer.status, await count('members')]).toEqual([200, 1])
  })
})
