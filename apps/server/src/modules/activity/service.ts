import type { ActivityAction } from '@wingmark/contract/activity'
import { dayOf } from '@wingmark/contract/days'
import { activityDays } from '@wingmark/contract/limits'
import type { Subject } from '@wingmark/contract/subjects'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { cut, cutToFit, readIdCursor } from '#server/http/pages'
import { canShareReview, type LinkFacts } from '#server/modules/access/policy'
import { type Caller, requireAbility } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { presentActivity } from '#server/modules/activity/present'
import {
  deleteOldActivity,
  insertActivity,
  listActivityRows,
  type NewActivity,
} from '#server/modules/activity/store'

type Change = {
  subject: Subject
  actor: Who
  action: ActivityAction
  link?: string
  target?: string
  before?: string
  after?: string
}

/** Records a change in the transaction that makes it. */
export async function recordActivity(tx: Queryable, { actor, ...change }: Change): Promise<void> {
  await insertActivity(tx, { ...nothing, ...change, ...actorOf(actor), id: uuid(), once: null })
}

type Visit = {
  actor: Actor
  ip: string
  access: { via: string; subject: Subject; link: Pick<LinkFacts, 'id'> | null }
}

/** Records an opening once a day per person and link, after the answer; never fails. */
export function noteOpening(deps: Deps, visit: Visit): void {
  const { access } = visit
  if (access.via === 'owner') return
  note(deps, { ...visit, action: 'OPENED', subject: access.subject, link: access.link?.id ?? null })
}

export type Download = {
  subject: Subject
  /** The user of the session that the address was made for; null for a visitor. */
  user: string | null
  link: string | null
  ip: string
  file: { key: string; name: string }
}

/** Records a download of an original once a day per person, link and file; never fails. */
export function noteDownload(deps: Deps, { file, user, ...rest }: Download): void {
  const actor = user === null ? ({ kind: 'visitor' } as const) : ({ kind: 'user', id: user } as const)
  note(deps, { ...rest, actor, action: 'DOWNLOADED', target: file.name, of: file.key })
}

type Query = { cursor?: string | undefined; limit: number; link?: string | undefined }

/** For the owner, newest first; `link` adds what people who came by it wrote. */
export async function listActivity(deps: Deps, caller: Caller, reviewId: string, query: Query) {
  readIdCursor(query.cursor)
  await requireAbility(deps, caller, { review: reviewId }, canShareReview)
  return readActivity(deps, ofReview(reviewId), query)
}

/** Checks no permission. */
export async function readActivity(deps: Deps, subject: Subject, query: Query) {
  const cursor = readIdCursor(query.cursor)
  const { link = null, limit } = query
  const rows = await listActivityRows(deps.db, subject, { link, cursor, limit: limit + 1 })
  const cursorOf = ({ id }: (typeof rows)[number]) => id
  const read = cut(rows, limit, cursorOf)
  return cutToFit(read, read.shown.map(presentActivity), cursorOf)
}

/** Nightly: deletes entries older than a year. */
export async function sweepActivity(deps: Deps): Promise<void> {
  await deleteOldActivity(deps.db, activityDays)
}

const nothing = { link: null, target: null, before: null, after: null }

type Who = Pick<Actor, 'kind'> & { id?: string }

function actorOf(actor: Who): Pick<NewActivity, 'actor' | 'actorKind'> {
  const kinds = { user: 'USER', guest: 'GUEST', visitor: 'VISITOR' } as const
  return { actorKind: kinds[actor.kind], actor: actor.id ?? null }
}

type Note = {
  actor: Who
  ip: string
  subject: Subject
  action: ActivityAction
  link: string | null
  target?: string
  of?: string
}

function note(deps: Deps, { actor, ip, subject, action, link, target, of = '' }: Note): void {
  const day = dayOf(new Date())
  // Stores an address only as a mark, meaningless the next day.
  const viewer = actor.id ?? deps.signer.sign(['viewer', ip, day])
  const once = [action, day, link ?? '', viewer, of].join(' ')
  const key = `${subject._id} ${once}`
  const noted = deps.memory.activity
  if (noted.has(key)) return
  noted.add(key)
  const entry: NewActivity = {
    ...nothing,
    ...actorOf(actor),
    id: uuid(),
    subject,
    action,
    link,
    target: target ?? null,
    once,
  }
  setImmediate(() => {
    insertActivity(deps.db.orm, entry).catch((error: unknown) => {
      noted.remove(key)
      deps.log.warn({ err: error }, 'an entry of the activity record was not written')
    })
  })
}
