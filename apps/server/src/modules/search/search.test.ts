import { createComment, createReply, deleteComment, listMentionable } from '@wingmark/contract/comments'
import { blockPerson } from '@wingmark/contract/connections'
import { renameFile } from '@wingmark/contract/files'
import { sendMessage } from '@wingmark/contract/messages'
import { changeVisibility, listPublicReviews } from '@wingmark/contract/reviews'
import { type SearchTab, search } from '@wingmark/contract/search'
import { createTask, deleteTask } from '@wingmark/contract/tasks'
import { createTransfer } from '@wingmark/contract/transfers'
import { createWorkspace } from '@wingmark/contract/workspaces'
import { expect, test } from 'vitest'
import { newPilot } from '../../../test/connection-people.ts'
import { addMember, newGuest, newReview, newUser, type Person } from '../../../test/people.ts'
import { withApp } from '../../../test/shared-app.ts'
import type { TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
withApp.beforeAll(({ app: shared }) => {
  app = shared
})

const ask = (person: Person, word: unknown, tab: unknown = 'reviews', query = {}) =>
  app.call(search, { query: { word, tab, ...query } as never }, person)
const find = async (person: Person, word: string, tab: SearchTab) =>
  (await ask(person, word, tab)).body.results
const counts = async (person: Person, word: string) => {
  const { counts } = (await ask(person, word)).body
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

test('finds everything that the user may read by the beginnings of its words, and nothing else', async () => {
  const owner = await newPilot(app, 'Éloïse Example')
  const member = await newPilot(app, 'Bo Example', { company: 'Séraphine & Co' })
  const stranger = await newPilot(app, 'Cyd Example')
  const { review, files, share } = await newReview(app, owner, 1, 'Séraphine, l’été')
  const file = files[0]?._id ?? ''
  await addMember(app, review._id, member, 'COMMENTER')
  const guest = await newGuest(app, share)
  const message = `${'Nothing to see here. '.repeat(20)}The SÉRAPHINE mark\nneeds air.`
  const comment = (await app.call(createComment, { body: { file, type: 'GENERAL', message } }, guest)).body
    .result
  await app.call(createReply, { body: { comment: comment._id, message: 'seraphine again' } }, member)
  await app.call(renameFile, { params: { id: file }, body: { name: 'Plakat_séraphine-v2.png' } }, owner)
  await app.call(createTransfer, { body: { type: 'FOLDER', name: 'Seraphine originals' } }, owner)
  const workspace = (await app.call(createWorkspace, { body: { name: 'Autumn' } }, owner)).body.result._id
  const task = (
    await app.call(
      createTask,
      { body: { workspace, title: 'Redraw', description: 'the Séraphine mark' } },
      owner,
    )
  ).body.result
  await app.call(sendMessage, { body: { to: member.user._id, message: 'Have you met Séraphine?' } }, owner)

  expect(await counts(owner, 'seraph')).toEqual({
    ...{ reviews: 1, comments: 2, files: 1, people: 1, transfers: 1, tasks: 1, messages: 1 },
  })
  expect(await counts(member, 'SÉRAPHINE')).toEqual({ reviews: 1, comments: 2, files: 1, messages: 1 })
  expect(await counts(stranger, 'seraphine')).toEqual({ people: 1 })
  expect(await counts(owner, 'raphine')).toEqual({})

  const [reply, thread] = await find(owner, 'seraphine air', 'comments').then(async (both) => [
    (await find(owner, 'again', 'comments'))[0],
    both[0],
  ])
  expect(thread).toMatchObject({
    path: `/reviews/${review._id}?comment=${comment._id}`,
    place: 'Plakat_séraphine-v2.png · Séraphine, l’été',
    person: { _id: null, name: 'Guest Example' },
  })
  expect(thread?.text).toContain('The SÉRAPHINE mark needs air.')
  expect([...(thread?.text ?? '')].length).toBeLessThan(210)
  expect(reply).toMatchObject({ path: thread?.path, person: { _id: member.user._id } })
  expect(await find(member, 'v2', 'files')).toMatchObject([{ path: `/reviews/${review._id}?file=${file}` }])
  expect(await find(owner, 'redr', 'tasks')).toMatchObject([
    { title: '#1 Redraw', path: `/workspace/tasks?workspaceId=${workspace}&task=${task._id}` },
  ])

  // Deleted, closed or private things are no longer found.
  await app.call(deleteComment, { params: { id: comment._id } }, owner)
  await app.call(deleteTask, { params: { id: task._id } }, owner)
  await app.call(blockPerson, { params: { userId: owner.user._id } }, member)
  expect(await counts(owner, 'seraphine')).toEqual({ reviews: 1, files: 1, transfers: 1 })
  await app.deps.db.pool.query('delete from members where user_id = $1', [member.user._id])
  expect(await counts(member, 'seraphine')).toEqual({ messages: 1 })
})

test('everyone finds public reviews, after their own', async () => {
  const [owner, other] = [await newUser(app), await newUser(app)]
  const { review } = await newReview(app, owner, 1, 'Harvest festival')
  const own = await newReview(app, other, 1, 'Harvest menu')
  expect(await counts(other, 'harvest')).toEqual({ reviews: 1 })
  await app.call(changeVisibility, { params: { id: review._id }, body: { visibility: 'PUBLIC' } }, owner)
  const names = (await find(other, 'harvest', 'reviews')).map(({ _id, person }) => [_id, person?._id])
  expect(names).toEqual([
    [own.review._id, undefined],
    [review._id, owner.user._id],
  ])
  const second = (await ask(other, 'harvest', 'reviews', { page: 2, limit: 1 })).body
  expect(second).toMatchObject({ currentPage: 2, totalPages: 2, total: 2, results: [{ _id: review._id }] })
  expect((await ask(other, 'harvest', 'reviews', { page: 9 })).body.results).toEqual([])
})

test('any input gets an answer', async () => {
  const person = await newUser(app)
  await newReview(app, person, 1, 'Übergröße & more')
  for (const word of [
    '',
    '   ',
    '\u0000',
    `'"\\ & | ! ( ) :* <->`,
    '%_',
    '🎉',
    '\ufdfa'.repeat(200),
    'x'.repeat(200),
  ])
    expect([word, (await ask(person, word)).status, (await ask(person, word)).body.total]).toEqual([
      word,
      200,
      0,
    ])
  for (const word of ['uber', `'über:* & (ubergr | `, 'ÜBERGRÖSSE', 'more\u0000 &', 'u\u0308ber'])
    expect([word, (await ask(person, word)).body.total]).toEqual([word, 1])
  expect(await ask(person, 'x'.repeat(201))).toMatchObject({
    status: 422,
    body: { errors: { word: 'Search for at most 200 characters.' } },
  })
  for (const [field, value] of [
    ['page', '0'],
    ['limit', 'many'],
  ] as const) {
    const odd = await ask(person, 'uber', 'reviews', { [field]: value })
    expect([odd.status, Object.keys(odd.body.errors ?? {})]).toEqual([422, [field]])
  }
  expect((await ask(person, 'uber', 'nothing')).body.tab).toBe('reviews')
  expect((await ask(person, ['uber', 'x'], ['files', 'x'])).body).toMatchObject({
    tab: 'files',
    counts: { reviews: 1 },
  })
})

test('a word longer than the index allows is found by its beginning, beside shorter ones', async () => {
  const [owner, stranger] = [await newUser(app), await newUser(app)]
  const { files } = await newReview(app, owner)
  const file = files[0]?._id ?? ''
  // PostgreSQL indexes no word longer than 2,046 bytes.
  const message = `${'k'.repeat(2_044)} éternité ${'日'.repeat(600)}`
  const made = await app.call(createComment, { body: { file, type: 'GENERAL', message } }, owner)
  expect(made.status).toBe(201)
  for (const word of ['k'.repeat(200), `eter kkk`, '日'.repeat(200)])
    expect([await counts(owner, word), await counts(stranger, word)]).toEqual([{ comments: 1 }, {}])
  expect(await counts(owner, `eter ${'q'.repeat(100)}`)).toEqual({})
})

test.each([
  ['Γιάννης ΟΔΟΣ', 'οδός'],
  ['يُوسُف Example', 'يوسف'],
  ['🎉Party Example', 'party'],
  ['佐藤健太', '健太'],
  ['İpek Example', 'ipek'],
])('“%s” is found by name as “%s”, to be mentioned and among public reviews', async (name, word) => {
  const [owner, member] = [await newUser(app), await newUser(app, name)]
  const { review } = await newReview(app, owner, 1, name)
  await addMember(app, review._id, member, 'COMMENTER')
  const named = await app.call(listMentionable, { params: { id: review._id }, query: { word } }, owner)
  expect(named.body.results).toMatchObject([{ _id: member.user._id }])
  await app.call(changeVisibility, { params: { id: review._id }, body: { visibility: 'PUBLIC' } }, owner)
  const shown = await app.call(listPublicReviews, { query: { name: word } }, member)
  expect(shown.body.results.map(({ _id }) => _id)).toContain(review._id)
})
