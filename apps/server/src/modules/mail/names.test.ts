import { createComment } from '@wingmark/contract/comments'
import { createDelivery } from '@wingmark/contract/deliveries'
import { renameFile } from '@wingmark/contract/files'
import { updateReview } from '@wingmark/contract/reviews'
import { createShareLink } from '@wingmark/contract/share-links'
import { createTask } from '@wingmark/contract/tasks'
import { createTransfer } from '@wingmark/contract/transfers'
import * as accounts from '@wingmark/contract/users'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { mailsFor } from '../../../test/mail-box.ts'
import { newFile, newGuest, newReview, newUser, png } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const [disguised, plain] = ['Mallory\u202e rell\u2066aM', 'Mallory rellaM']

test('no name of a person, guest or subject reverses its line', async () => {
  const owner = await newUser(app, disguised)
  const { review, files } = await newReview(app, owner)
  const item = (await newFile(app, owner, { purpose: 'TRANSFER', bytes: png() }))._id
  const sent = await app.call(createTransfer, { body: { file: item, name: disguised } }, owner)
  const byId = (id: string | undefined) => ({ params: { id: id ?? '' } })
  const workspace = (await app.call(createWorkspace, { body: { name: disguised } }, owner)).body.result
  const task = await app.call(createTask, { body: { workspace: workspace._id, title: disguised } }, owner)
  const link = { ...byId(review._id), body: { name: disguised } }
  const delivery = { items: [sent.body.result._id], title: disguised }
  const renamedReview = await app.call(updateReview, link, owner)
  const names = [
    owner.user.name,
    (await app.call(accounts.createGuest, { body: { name: disguised } })).body.result.guest.name,
    renamedReview.body.result.review.name,
    (await app.call(createShareLink, link, owner)).body.result.name,
    workspace.name,
    task.body.result.title,
    sent.body.result.name,
    (await app.call(createDelivery, { body: delivery }, owner)).body.result.title,
  ]
  expect(names).toEqual(names.map(() => plain))
  const renamed = { ...byId(files[0]?._id), body: { name: `${disguised}.png` } }
  expect((await app.call(renameFile, renamed, owner)).body.result.name).toBe(`${plain}.png`)
})

const invitedBy = async (name: string, stored = name) => {
  const inviter = await newUser(app, name)
  await app.deps.db.pool.query('update users set name = $2 where id = $1', [inviter.user._id, stored])
  const email = `${crypto.randomUUID()}@example.test`
  await app.call(accounts.inviteUser, { body: { email } }, inviter)
  const [mail] = await mailsFor(app, email)
  return mail
}

test('an email isolates a name written from right to left', async () => {
  const name = '\u05e0\u05e2\u05de\u05d4'
  const mail = await invitedBy(name)
  const said = `\u2068${name}\u2069 invited you to Wingmark`
  expect(mail?.subject).toBe(said)
  for (const body of [mail?.text, mail?.html]) expect(body).toContain(said)
})

test('a stored name with overrides has none in an email', async () => {
  const mail = await invitedBy('Mallory', disguised)
  expect(mail?.subject).toBe(`${plain} invited you to Wingmark`)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test('a family emoji stays whole in a subject', async () => {
  const family = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} Studio'
  expect((await invitedBy(family))?.subject).toBe(`${family} invited you to Wingmark`)
})

test('an email about a comment isolates a guest’s name from a review’s name in another script', async () => {
  const owner = await newUser(app)
  const { review, files, share } = await newReview(app, owner)
  const name = '\u05d0\u05d1\u05d9\u05d1'
  await app.call(updateReview, { params: { id: review._id }, body: { name } }, owner)
  const guest = await newGuest(app, share, 'Eve\u202eevil')
  const words = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Lovely' }
  await app.call(createComment, { body: words }, guest)
  const [mail] = await mailsFor(app, owner.user.email)
  expect(mail?.subject).toBe(`Eveevil (guest) commented on \u2068${name}\u2069`)
})
