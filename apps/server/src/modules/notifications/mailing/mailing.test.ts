import { createComment, createReply, deleteComment } from '@wingmark/contract/comments'
import { notificationWordsMax } from '@wingmark/contract/limits'
import { MailArea, type NotifyMode } from '@wingmark/contract/mails'
import { listNotifications, muteReview } from '@wingmark/contract/notifications'
import { changeVisibility, deleteReview, restoreReview } from '@wingmark/contract/reviews'
import { changeTaskStatus, createTask, updateTask } from '@wingmark/contract/tasks'
import { writeOnTask } from '@wingmark/contract/timelines'
import { getProfile, updateProfile } from '@wingmark/contract/users'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { describe, expect, test } from 'vitest'
import { members } from '#server/db/tables/members'
import { linkIn, mailsFor, mailsInTheEnd, type ReceivedMail } from '../../../../test/mail-box.ts'
import {
  addMember,
  newFile,
  newGuest,
  newReview,
  newUser,
  type Person,
  type Published,
  waitUntilIdle,
} from '../../../../test/people.ts'
import { withApp } from '../../../../test/shared-app.ts'
import type { Caller, TestApp } from '../../../../test/start-test-app.ts'
import { mailDueNotices } from './service.ts'

let app: TestApp
withApp.beforeAll(async ({ app: shared }) => {
  app = shared
})

const say = async (published: Published, who: Caller, message: string, mentions: string[] = []) => {
  const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message, mentions }
  return (await app.call(createComment, { body }, who)).body.result
}
const notify = (person: Person, mode: NotifyMode) =>
  app.call(updateProfile, { body: { notify: mode } }, person)
const allow = (person: Person, mailAreas: MailArea[]) =>
  app.call(updateProfile, { body: { mailAreas } }, person)
const areasOf = async (person: Person) =>
  (await app.call(getProfile, {}, person)).body.result.settings.mailAreas
const everything = MailArea.options
const withoutComments = everything.filter((area) => area !== 'COMMENTS')

/** Runs the job after backdating everything notified and mailed; not mentions, which are due anyway. */
async function lookAfter(interval: string) {
  const before = `- interval '${interval}'`
  await app.deps.db.pool.query(
    `update notifications set created_at = case when mailed_at is null and action not like '%MENTIONED' then created_at ${before} else created_at end,
      mailed_at = mailed_at ${before}`,
  )
  await mailDueNotices(app.deps)
  await waitUntilIdle(app)
}
const unsubscribeOf = (mail: ReceivedMail | undefined) =>
  mail?.headers.find((header) => header.key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
const pathOf = (url: string) => url.replace(app.deps.config.publicUrl, '')

describe('at once', () => {
  test('a comment comes with its text and a link, which opening does not use up', async () => {
    const owner = await newUser(app)
    const published = await newReview(app, owner, 1, 'Spring <b>campaign</b>')
    const guest = await newGuest(app, published.share, 'Gwen <i>Guest</i>')
    const comment = await say(published, guest, 'Make the logo <script>bigger</script>\nplease')
    const [mail] = await mailsFor(app, owner.user.email)
    expect(mail?.subject).toBe('Gwen <i>Guest</i> (guest) commented on Spring <b>campaign</b>')
    expect(mail?.text).toContain('> Make the logo <script>bigger</script>\n> please')
    expect(mail?.html).toContain('Make the logo &lt;script&gt;bigger&lt;/script&gt;<br>please')
    expect(mail?.html).not.toMatch(/<script|<i>|<b>/)
    const link = linkIn(mail as never, '/reviews/')
    expect(link).toBe(`${app.deps.config.publicUrl}/reviews/${published.review._id}?comment=${comment._id}`)
    expect(mail?.html).toContain(`href="${link}"`)
  })

  test.each(['👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '👍🏽'])(
    '%s is left out whole where a comment is shortened',
    async (character) => {
      const owner = await newUser(app)
      const published = await newReview(app, owner, 1)
      const length = [...character].length
      const sayOf = async (max: number) => {
        const start = 'x'.repeat(max - length + 1)
        const message = `${start}${character}${'y'.repeat(99)}`
        await say(published, await newGuest(app, published.share), message)
        await waitUntilIdle(app)
        return start
      }
      // One character too long for lists, then for emails.
      const listed = await sayOf(notificationWordsMax)
      expect((await app.call(listNotifications, {}, owner)).body.results[0]?.words).toBe(listed)
      const sent = await sayOf(600)
      await lookAfter('1 minute')
      const mails = await mailsInTheEnd(app, owner.user.email)
      expect(mails.map(({ text }) => text).join('')).toContain(`\n> ${sent}…\n`)
    },
  )

  test('a comment on a place includes its crop', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    const published = await newReview(app, owner, 1)
    await addMember(app, published.review._id, member, 'COMMENTER')
    await waitUntilIdle(app)
    const marker = { page: 1, x: 0.5, y: 0.5 }
    const body = { file: published.files[0]?._id ?? '', marker, message: 'Larger, please' }
    const { _id } = (await app.call(createComment, { body }, member)).body.result
    const [mail] = await mailsFor(app, owner.user.email)
    const [picture] = mail?.attachments ?? []
    expect(picture).toMatchObject({ mimeType: 'image/webp', contentId: `<comment-${_id}>` })
    expect(mail?.html).toContain(`src="cid:comment-${_id}"`)
  })

  test('changes of a task come with its piece of the design, for readers who may see it', async () => {
    const [owner, member, outsider] = [
      await newUser(app, 'Olga Owner'),
      await newUser(app, 'Mia Member'),
      await newUser(app, 'Otto Outsider'),
    ]
    const published = await newReview(app, owner, 1)
    await addMember(app, published.review._id, member, 'COMMENTER')
    await waitUntilIdle(app)
    const workspace = (await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)).body.result
      ._id
    for (const { user } of [member, outsider])
      await app.deps.db.orm
        .insert(members)
        .values({ workspaceId: workspace, userId: user._id, role: 'EDITOR' })
    const marker = { page: 1, x: 0.5, y: 0.5 }
    const file = published.files[0]?._id ?? ''
    const said = await app.call(createComment, { body: { file, marker, message: 'Larger' } }, member)
    const comment = said.body.result._id
    const body = { workspace, comment, title: 'Larger logo', assignee: member.user._id }
    const { _id: task } = (await app.call(createTask, { body }, owner)).body.result
    const params = { id: task }
    await app.call(updateTask, { params, body: { assignee: outsider.user._id } }, owner)
    const mentions = [member.user._id, outsider.user._id]
    await app.call(writeOnTask, { body: { task, message: 'By Friday?', mentions } }, owner)
    await app.call(changeTaskStatus, { params, body: { status: 'DONE' } }, outsider)
    await lookAfter('1 minute')
    const picture = { mimeType: 'image/webp', contentId: `<comment-${comment}>` }
    const mailsOf = async ({ user }: Person) =>
      (await mailsInTheEnd(app, user.email)).filter(({ text }) => text?.includes(`task=${task}`))
    const ofOutsider = await mailsOf(outsider)
    for (const { attachments, text, html, subject } of ofOutsider) {
      expect(attachments).toEqual([])
      expect(`${subject}${text}${html}`).not.toMatch(/cid:|Spring campaign|design-1|> Larger$/m)
    }
    const notifiedOutsider = ofOutsider.map(({ text }) => text).join('\n')
    expect(notifiedOutsider).toContain('assigned you task #1')
    expect(notifiedOutsider).toContain('> By Friday?')
    for (const [person, words] of [
      [member, 'mentioned you on #1'],
      [owner, 'completed task #1'],
    ] as const) {
      const mail = (await mailsOf(person)).find(({ text }) => text?.includes(words))
      expect(mail?.attachments).toMatchObject([picture])
      expect(mail?.html).toContain(`src="cid:comment-${comment}"`)
    }
  })

  test('notifications of one moment come in one email, once', async () => {
    const owner = await newUser(app)
    const [one, two] = [await newReview(app, owner, 1, 'One'), await newReview(app, owner, 1, 'Two')]
    const first = await newGuest(app, one.share)
    const second = await newGuest(app, two.share)
    await Promise.all([say(one, first, 'a'), say(one, first, 'b'), say(two, second, 'c')])
    // What came after a look that was early waits for a minute.
    await lookAfter('1 minute')
    const mails = await mailsInTheEnd(app, owner.user.email)
    const text = mails.map((mail) => mail.text).join('\n')
    for (const words of ['> a', '> b', '> c']) expect(text.split(words)).toHaveLength(2)
  })

  test('in a busy review the first email comes at once, the rest together a minute later; a mention never waits', async () => {
    const owner = await newUser(app)
    const [busy, other] = [await newReview(app, owner, 1, 'Busy'), await newReview(app, owner, 1, 'Other')]
    const mails = async () => (await mailsInTheEnd(app, owner.user.email)).map(({ subject }) => subject)
    const guest = await newGuest(app, busy.share, 'Gwen')
    const member = await newUser(app, 'Mia Member')
    await addMember(app, busy.review._id, member, 'COMMENTER')
    await say(busy, guest, 'one')
    await lookAfter('0')
    expect(await mails()).toEqual(['Gwen (guest) commented on Busy'])
    for (const words of ['two', 'three']) await say(busy, guest, words)
    await lookAfter('0')
    expect(await mails()).toHaveLength(1)
    await say(other, await newGuest(app, other.share, 'Gus'), 'four')
    await lookAfter('0')
    expect((await mails()).slice(1)).toEqual(['Gus (guest) commented on Other'])
    await say(busy, member, 'Look', [owner.user._id])
    await lookAfter('0')
    expect((await mails()).slice(2)).toEqual(['Mia Member mentioned you in Busy'])
    await lookAfter('1 minute')
    expect((await mails()).slice(3)).toEqual(['2 updates in Busy'])
  })

  test('parallel processes send one email', async () => {
    const owner = await newUser(app)
    const published = await newReview(app, owner)
    await say(published, await newGuest(app, published.share), 'Only once')
    await Promise.all(Array.from({ length: 8 }, () => mailDueNotices(app.deps)))
    expect(await mailsInTheEnd(app, owner.user.email)).toHaveLength(1)
  })

  test('a reply is quoted, and opens for people who came by a link', async () => {
    const owner = await newUser(app, 'Olga Owner')
    const published = await newReview(app, owner)
    const visitor = await newUser(app)
    const comment = await say(published, { ...visitor, share: published.share }, 'Why blue?')
    await app.call(createReply, { body: { comment: comment._id, message: 'It was the brief.' } }, owner)
    const [mail] = await mailsFor(app, visitor.user.email)
    expect(mail?.subject).toBe('Olga Owner replied to a comment in Spring campaign')
    expect(mail?.text).toContain('> It was the brief.')
    expect(mail?.text).not.toContain('Why blue?')
    expect(linkIn(mail as never, '/reviews/')).toContain(`?share=${published.share}&comment=${comment._id}`)
  })

  test('a comment with only files says so', async () => {
    const owner = await newUser(app)
    const published = await newReview(app, owner)
    const member = await newUser(app)
    await addMember(app, published.review._id, member, 'COMMENTER')
    const files = [(await newFile(app, member, { purpose: 'COMMENT' }))._id]
    const body = { file: published.files[0]?._id ?? '', type: 'GENERAL' as const, message: '', files }
    await app.call(createComment, { body }, member)
    const [mail] = await mailsFor(app, owner.user.email)
    expect(mail?.text).toContain('> [1 attachment]')
  })
})

describe('later', () => {
  test.each([
    ['HOURLY', '1 hour'],
    ['DAILY', '1 day'],
  ] as const)('%s mails gather what has come', async (mode, interval) => {
    const owner = await newUser(app)
    await notify(owner, mode)
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share)
    for (const words of ['one', 'two', 'three']) await say(published, guest, words)
    await mailDueNotices(app.deps)
    const early = await mailsInTheEnd(app, owner.user.email)
    // Unless the hour has just begun.
    if (early.length > 0) return
    await lookAfter(interval)
    const [mail, ...others] = await mailsInTheEnd(app, owner.user.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('3 updates in Spring campaign')
    expect(mail?.text?.match(/\?comment=/g)).toHaveLength(3)
    expect(mail?.html?.match(/Open comment/g)).toHaveLength(3)
  })

  test('without its area there is none, except for mentions, which come at once', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    const published = await newReview(app, owner)
    await addMember(app, published.review._id, member, 'EDITOR')
    for (const [change, expected] of [
      [() => allow(member, withoutComments), 1],
      [() => notify(member, 'DAILY'), 2],
    ] as const) {
      await change()
      await say(published, owner, 'Nothing for you')
      await say(published, owner, 'Look at this', [member.user._id])
      await mailDueNotices(app.deps)
      const mails = await mailsInTheEnd(app, member.user.email)
      expect(mails).toHaveLength(expected)
      expect(mails.at(-1)?.subject).toContain('mentioned you in')
      expect(mails.at(-1)?.text).not.toContain('Nothing for you')
      expect(unsubscribeOf(mails.at(-1))).toBe('')
    }
  })

  test('each task in an email has its own link', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    await notify(member, 'HOURLY')
    const created = await app.call(createWorkspace, { body: { name: 'Studio Nord' } }, owner)
    const workspace = created.body.result._id
    await app.deps.db.orm
      .insert(members)
      .values({ workspaceId: workspace, userId: member.user._id, role: 'EDITOR' })
    for (const title of ['Larger logo', 'Calmer type'])
      await app.call(createTask, { body: { workspace, title, assignee: member.user._id } }, owner)
    await lookAfter('1 hour')
    const [mail] = await mailsFor(app, member.user.email)
    expect(mail?.subject).toBe('2 updates in Studio Nord')
    expect(mail?.html?.match(/>Open task</g)).toHaveLength(2)
    expect(mail?.html).not.toContain('Open comment')
  })

  test('a long list is cut and says how many more there are', async () => {
    const owner = await newUser(app)
    await notify(owner, 'HOURLY')
    const published = await newReview(app, owner)
    const guest = await newGuest(app, published.share)
    for (let n = 0; n < 33; n++) await say(published, guest, `number ${n}`)
    await lookAfter('1 hour')
    const [mail] = await mailsFor(app, owner.user.email)
    expect(mail?.subject).toBe('33 updates in Spring campaign')
    expect(mail?.text).toContain('And 3 more updates: ')
  })
})

test('emails due while their review is deleted are sent once after its restoration', async () => {
  const owner = await newUser(app)
  const member = await newUser(app)
  await notify(member, 'HOURLY')
  const published = await newReview(app, owner)
  await addMember(app, published.review._id, member, 'EDITOR')
  await say(published, owner, 'Smaller')
  const params = { id: published.review._id }
  await app.call(deleteReview, { params }, owner)
  await lookAfter('1 hour')
  expect(await mailsInTheEnd(app, member.user.email)).toEqual([])
  await app.call(restoreReview, { params }, owner)
  await mailDueNotices(app.deps)
  expect((await mailsInTheEnd(app, member.user.email)).map(({ text }) => text).join()).toContain('> Smaller')
})

describe('no email is sent', () => {
  async function pending(
    change: (published: Published, owner: Person, commentId: string) => Promise<unknown>,
  ) {
    const [owner, member] = [await newUser(app), await newUser(app)]
    await notify(member, 'HOURLY')
    const published = await newReview(app, owner)
    await addMember(app, published.review._id, member, 'EDITOR')
    const comment = await say(published, owner, 'A secret')
    await change(published, owner, comment._id)
    await lookAfter('1 hour')
    return mailsInTheEnd(app, member.user.email)
  }
  const sql = (text: string, values: unknown[]) => app.deps.db.pool.query(text, values)

  test('to people who lost access to the review', async () => {
    const mails = await pending(async ({ review }, owner) => {
      const body = { visibility: 'PRIVATE' as const }
      await app.call(changeVisibility, { params: { id: review._id }, body }, owner)
      await sql('delete from members where review_id = $1', [review._id])
    })
    expect(mails).toEqual([])
  })

  test('about a review muted meanwhile', async () => {
    const [owner, member] = [await newUser(app), await newUser(app)]
    await notify(member, 'HOURLY')
    const published = await newReview(app, owner)
    await addMember(app, published.review._id, member, 'EDITOR')
    await say(published, owner, 'Before')
    const mute = { params: { id: published.review._id }, body: { muted: true } }
    expect((await app.call(muteReview, mute, member)).body.result.unread).toBe(0)
    await say(published, owner, 'After')
    await say(published, owner, 'For you', [member.user._id])
    await lookAfter('1 hour')
    const mails = await mailsInTheEnd(app, member.user.email)
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('mentioned you')])
    expect(mails[0]?.text).not.toMatch(/Before|After/)
  })

  test('about a deleted comment', async () => {
    const mails = await pending((_published, owner, id) => app.call(deleteComment, { params: { id } }, owner))
    expect(mails).toEqual([])
  })

  test('about read notifications', async () => {
    const mails = await pending((_published, _owner, id) =>
      sql('update notifications set read_at = now() where comment_id = $1', [id]),
    )
    expect(mails).toEqual([])
  })
})

describe('unsubscribing', () => {
  async function mailOf(person: Person): Promise<ReceivedMail | undefined> {
    const published = await newReview(app, person)
    await say(published, await newGuest(app, published.share), 'Hello')
    return (await mailsFor(app, person.user.email)).at(-1)
  }

  test('email clients do it with one click and without a session', async () => {
    const person = await newUser(app)
    const mail = await mailOf(person)
    const header = mail?.headers.find((one) => one.key === 'list-unsubscribe-post')
    expect(header?.value).toBe('List-Unsubscribe=One-Click')
    const path = pathOf(unsubscribeOf(mail))
    const forms = [
      new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      (() => {
        const form = new FormData()
        form.set('List-Unsubscribe', 'One-Click')
        return form
      })(),
    ]
    for (const body of forms) {
      await allow(person, ['COMMENTS', ...withoutComments])
      const response = await app.fetch(path, { method: 'POST', body })
      expect([response.status, await response.json()]).toEqual([
        200,
        { success: true, result: { stopped: true } },
      ])
      expect(await areasOf(person)).toEqual(withoutComments)
    }
  })

  test('opening the link changes nothing; the button on its page does', async () => {
    const person = await newUser(app)
    const mail = await mailOf(person)
    const path = pathOf(unsubscribeOf(mail))
    expect(mail?.text).toContain(unsubscribeOf(mail))
    const page = await app.fetch(path)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.text()).toContain('<form method="post">')
    expect(await areasOf(person)).toEqual(everything)
    const headers = { accept: 'text/html,*/*', 'content-type': 'application/x-www-form-urlencoded' }
    const done = await app.fetch(path, { method: 'POST', headers, body: '' })
    expect(await done.text()).toContain('You won’t get any more emails about comments')
    expect(await areasOf(person)).toEqual(withoutComments)
  })

  test('nobody can do it for someone else', async () => {
    const [person, other] = [await newUser(app), await newUser(app)]
    const [userId, area, mac] =
      pathOf(unsubscribeOf(await mailOf(person)))
        .split('/')
        .at(-1)
        ?.split('.') ?? []
    for (const token of [
      `${other.user._id}.${area}.${mac}`,
      `${userId}.PEOPLE.${mac}`,
      `${userId}.${mac}`,
      `${userId}.`,
      'x',
      `${userId}.${area}.${mac}x`,
    ]) {
      const path = `/user/api/v1/unsubscribe/${token}`
      expect((await app.fetch(path)).status).toBe(404)
      expect((await app.fetch(path, { method: 'POST' })).status).toBe(404)
    }
    expect([await areasOf(person), await areasOf(other)]).toEqual([everything, everything])
  })
})

test('the unsubscribe address of an email from before areas ends everything it covered', async () => {
  const person = await newUser(app)
  const { _id } = person.user
  const path = `/user/api/v1/unsubscribe/${_id}.${app.deps.signer.sign(['unsubscribe', _id])}`
  expect((await app.fetch(path, { method: 'POST' })).status).toBe(200)
  expect(await areasOf(person)).toEqual(['PLANS'])
})

test('areas are kept in their order, each once, and unknown ones are refused', async () => {
  const person = await newUser(app)
  const { body } = await allow(person, ['PLANS', 'COMMENTS', 'PLANS'])
  expect(body.result.settings.mailAreas).toEqual(['COMMENTS', 'PLANS'])
  for (const mailAreas of ['COMMENTS', ['WEATHER'], null, Array.from({ length: 21 }, () => 'PLANS')])
    expect([mailAreas, (await allow(person, mailAreas as never)).status]).toEqual([mailAreas, 422])
})

test('the setting is one of three', async () => {
  const body = { notify: 'WEEKLY' } as never
  const { status, body: answer } = await app.call(updateProfile, { body }, await newUser(app))
  expect([status, answer.errors]).toEqual([422, { notify: 'Choose one of: INSTANT, HOURLY, DAILY' }])
})
