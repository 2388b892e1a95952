import { readAddress } from '@wingmark/contract/addresses'
import type { RouteBody, RouteQuery } from '@wingmark/contract/route'
import type * as contract from '@wingmark/contract/testimonials'
import { v7 as uuid } from 'uuid'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { Actor, UserActor } from '#server/http/actor'
import { asShortAsNeeded, pageOf } from '#server/http/pages'
import { hasHeardFromOthers } from '#server/modules/comments/service'
import { isAuthor } from '#server/modules/testimonials/policy'
import { presentTestimonial } from '#server/modules/testimonials/present'
import {
  changeTestimonial,
  findTestimonial,
  findTestimonialOf,
  hideTestimonialOf,
  insertTestimonial,
  listTestimonials as listRows,
  removeTestimonial,
  type TestimonialRow,
} from '#server/modules/testimonials/store'
import { DomainError, forbidden, notFound } from '#server/platform/domain-error'

export { exportTestimonial } from '#server/modules/testimonials/store'

/** For everyone, newest first: all of them, including bad ones. */
export async function listTestimonials(
  deps: Deps,
  actor: Actor,
  { page, size }: RouteQuery<typeof contract.listTestimonials>,
) {
  const { rows, total } = await listRows(deps.db, { limit: size, offset: (page - 1) * size })
  const presented = rows.map((row) => presentTestimonial(row, actor))
  const results = asShortAsNeeded(presented, ({ text, ...one }, { cut }) => ({
    ...one,
    text: text && cut(text),
  }))
  return pageOf(results, { page, limit: size }, total)
}

export async function getOwnTestimonial(deps: Deps, actor: UserActor) {
  const [row, mayWrite] = await Promise.all([
    findTestimonialOf(deps.db.orm, actor.id),
    hasHeardFromOthers(deps, actor.id),
  ])
  return { testimonial: row && presentTestimonial(row, actor), mayWrite }
}

/** Throws FORBIDDEN until someone else has commented on a review of theirs, CONFLICT for a second one. */
export async function createTestimonial(
  deps: Deps,
  actor: UserActor,
  body: RouteBody<typeof contract.createTestimonial>,
  idempotencyKey: string | null,
) {
  if (!(await hasHeardFromOthers(deps, actor.id)))
    throw new DomainError('FORBIDDEN', {
      message: 'You can write a customer review once someone has commented on one of your reviews.',
    })
  await deps.limits.consume({ testimonialByUser: actor.id })
  const id = uuid()
  const made = await deps.db.orm.transaction(async (tx) => {
    const earlier = await claimIdempotencyKey(tx, { actor: actor.id, key: idempotencyKey, resultId: id })
    if (earlier !== null) return earlier
    const { designation = null, company = null, ...rest } = body
    const isFirst = await insertTestimonial(tx, { id, userId: actor.id, designation, company, ...rest })
    if (!isFirst) throw new DomainError('CONFLICT', { message: 'You’ve already written a customer review.' })
    return id
  })
  return presentTestimonial(await requireTestimonial(deps, made), actor)
}

export async function updateTestimonial(
  deps: Deps,
  actor: UserActor,
  id: string,
  body: RouteBody<typeof contract.updateTestimonial>,
) {
  await requireOwn(deps, actor, id)
  await deps.limits.consume({ testimonialByUser: actor.id })
  await changeTestimonial(deps.db.orm, id, body)
  return presentTestimonial(await requireTestimonial(deps, id), actor)
}

/** Throws CONFLICT for a hidden one: deleted and written again, it would be shown. */
export async function deleteTestimonial(deps: Deps, actor: UserActor, id: string): Promise<void> {
  const row = await requireOwn(deps, actor, id)
  await deps.limits.consume({ testimonialByUser: actor.id })
  const isGone = row.hiddenReason === null && (await removeTestimonial(deps.db.orm, id))
  if (!isGone)
    throw new DomainError('CONFLICT', {
      message: 'The person who runs this server hid this customer review, so it can’t be deleted.',
    })
}

async function requireOwn(deps: Deps, actor: UserActor, id: string): Promise<TestimonialRow> {
  const row = await requireTestimonial(deps, id)
  if (!isAuthor(actor, row)) throw forbidden()
  return row
}

async function requireTestimonial(deps: Deps, id: string): Promise<TestimonialRow> {
  const row = await findTestimonial(deps.db.orm, id)
  if (!row) throw notFound()
  return row
}

/** For the operator: hides it with a permanent reason, or with null shows it again. */
export function hideTestimonial(
  { db }: Pick<Deps, 'db'>,
  email: string,
  reason: string | null,
): Promise<boolean> {
  return hideTestimonialOf(db.orm, readAddress(email), reason)
}
