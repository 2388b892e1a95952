import { createComment } from '@wingmark/contract/comments'
import {
  createTestimonial,
  deleteTestimonial,
  getOwnTestimonial,
  listTestimonials,
  updateTestimonial,
} from '@wingmark/contract/testimonials'
import { deleteAccount } from '@wingmark/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hideTestimonial } from '#server/modules/testimonials/service'
import { newGuest, newReview, newUser, type Person, password } from '../../../test/people.ts'
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const words = 'Our clients simply answer now, on the picture itself.'

/** A user with a guest's comment on their review. */
async function newCustomer(name?: string): Promise<Person> {
  const person = await newUser(app, name)
  const { files, share } = await newReview(app, person)
  const guest = await newGuest(app, share)
  const body = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'Larger, please.' }
  await app.call(createComment, { body }, guest)
  return person
}

async function newTestimonial(person: Person, rating = 5, text = words) {
  const { body } = await app.call(createTestimonial, { body: { rating, text } }, person)
  return body.result
}

describe('writing one', () => {
  test('is for people with feedback from others on a review of theirs', async () => {
    const alone = await newUser(app)
    const { files } = await newReview(app, alone)
    const own = { file: files[0]?._id ?? '', type: 'GENERAL' as const, message: 'A note to myself.' }
    await app.call(createComment, { body: own }, alone)
    const refused = await app.call(createTestimonial, { body: { rating: 5, text: words } }, alone)
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await app.call(getOwnTestimonial, {}, alone)).body.result).toEqual({
      testimonial: null,
      mayWrite: false,
    })

    const customer = await newCustomer()
    expect((await app.call(getOwnTestimonial, {}, customer)).body.result.mayWrite).toBe(true)
    const made = await app.call(
      createTestimonial,
      { body: { rating: 4, text: `  ${words}\r\nTruly.  `, company: ' Studio\nNord ' } },
      customer,
    )
    expect(made.status).toBe(201)
    expect(made.body.result).toMatchObject({
      rating: 4,
      text: `${words}\nTruly.`,
      author: { company: 'Studio Nord', designation: null },
      can: { edit: true, delete: true },
    })
  })

  test('happens once for parallel requests', async () => {
    const customer = await newCustomer()
    const tries = Array.from({ length: 20 }, () =>
      app.call(createTestimonial, { body: { rating: 5, text: words } }, customer),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 201 && status !== 409 && status !== 429)).toEqual([])
    const another = await newCustomer()
    await newTestimonial(another)
    const second = await app.call(createTestimonial, { body: { rating: 1, text: words } }, another)
    expect(second.status).toBe(409)
  })

  test('with the same key answers the same', async () => {
    const customer = await newCustomer()
    const input = {
      body: { rating: 5, text: words },
      headers: { 'idempotency-key': crypto.randomUUID() },
    }
    const first = await app.call(createTestimonial, input, customer)
    const second = await app.call(createTestimonial, input, customer)
    expect(second.status).toBe(201)
    expect(second.body.result._id).toBe(first.body.result._id)
  })

  test.each([
    ['no star', { rating: 0, text: words }, 'rating'],
    ['six stars', { rating: 6, text: words }, 'rating'],
    ['one star and a half', { rating: 1.5, text: words }, 'rating'],
    ['stars as text', { rating: '5', text: words }, 'rating'],
    ['nineteen characters', { rating: 5, text: 'a'.repeat(19) }, 'text'],
    ['601 characters', { rating: 5, text: 'a'.repeat(601) }, 'text'],
    ['invisible characters', { rating: 5, text: '\u200b'.repeat(40) }, 'text'],
  ])('with %s is refused with a message', async (_what, body, field) => {
    const customer = await newUser(app)
    const answer = await app.call(createTestimonial, { body: body as never }, customer)
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.[field]).toMatch(/stars|characters/)
  })

  test('600 characters outside the basic plane fit', async () => {
    const made = await app.call(
      createTestimonial,
      { body: { rating: 5, text: '𝒶'.repeat(600) } },
      await newCustomer(),
    )
    expect(made.status).toBe(201)
  })
})

describe('reading them', () => {
  test('lists all, newest first, including bad ones, in pages', async () => {
    const customers = await Promise.all([newCustomer(), newCustomer(), newCustomer()])
    const ids: string[] = []
    for (const [n, customer] of customers.entries()) ids.unshift((await newTestimonial(customer, n + 1))._id)
    const first = await app.call(listTestimonials, { query: { page: 1, size: 2 } })
    expect(first.body.results.map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
    expect(first.body.totalPages).toBe(Math.ceil(first.body.total / 2))
    const second = await app.call(listTestimonials, { query: { page: 2, size: 2 } })
    expect(second.body.results[0]).toMatchObject({ _id: ids[2], rating: 1, can: { edit: false } })
    const refused = await app.call(listTestimonials, { query: { size: '0' } })
    expect(refused.body.errors).toEqual({ size: 'Size must be a whole number of 1 or more.' })
    const odd = await app.call(listTestimonials, { query: { page: 'x' } })
    expect([odd.status, Object.keys(odd.body.errors ?? {})]).toEqual([422, ['page']])
  })
})

describe('changing one', () => {
  test('is for its author alone', async () => {
    const customer = await newCustomer()
    const { _id: id } = await newTestimonial(customer)
    const other = await newUser(app)
    const change = { params: { id }, body: { rating: 2 } }
    expect((await app.call(updateTestimonial, change, other)).status).toBe(403)
    expect((await app.call(deleteTestimonial, { params: { id } }, other)).status).toBe(403)
    const changed = await app.call(updateTestimonial, change, customer)
    expect(changed.body.result).toMatchObject({ rating: 2, text: words })
    expect((await app.call(deleteTestimonial, { params: { id } }, customer)).status).toBe(200)
    expect((await app.call(deleteTestimonial, { params: { id } }, customer)).status).toBe(404)
  })

  test('is deleted with the account', async () => {
    const customer = await newCustomer()
    const { _id: id } = await newTestimonial(customer)
    await app.call(deleteAccount, { body: { password } }, customer)
    const { body } = await app.call(listTestimonials, { query: { size: 100 } })
    expect(body.results.some((one) => one._id === id)).toBe(false)
  })
})

test('one that the operator hides keeps its place and says why, and can be shown again', async () => {
  const customer = await newCustomer('Hanna Hidden')
  const { _id: id } = await newTestimonial(customer)
  await app.call(
    updateTestimonial,
    { params: { id }, body: { company: 'Studio of the third person' } },
    customer,
  )
  const find = async (caller = {}) => {
    const { body } = await app.call(listTestimonials, { query: { size: 100 } }, caller)
    return body.results.find((one) => one._id === id)
  }
  expect(await hideTestimonial(app.deps, customer.user.email, 'It names a third person.')).toBe(true)
  expect(await find()).toMatchObject({
    text: null,
    rating: null,
    hiddenReason: 'It names a third person.',
    author: { name: 'Hanna Hidden', designation: null, company: null },
  })
  expect(await find(customer)).toMatchObject({ text: words, hiddenReason: 'It names a third person.' })
  const remove = () => app.call(deleteTestimonial, { params: { id } }, customer)
  expect((await remove()).status).toBe(409)
  expect(await find(customer)).toMatchObject({ can: { edit: true, delete: false } })
  expect(await hideTestimonial(app.deps, customer.user.email, null)).toBe(true)
  expect(await find()).toMatchObject({ text: words, hiddenReason: null })
  expect(await hideTestimonial(app.deps, 'nobody@example.test', 'x')).toBe(false)
})
