import type { Comparison } from '@wingmark/contract/compare'
import { v7 as uuid } from 'uuid'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { mayReadEarlierVersions } from '#server/modules/access/policy'
import { type Caller, requireAccess } from '#server/modules/access/service'
import * as store from '#server/modules/files/compare/store'
import { DomainError, notFound } from '#server/platform/domain-error'
import { pairInOrder } from '#server/platform/media/pair-pages'

export type Wanted = {
  from?: number | undefined
  to?: number | undefined
  with?: string | undefined
  page: number
}
/** `ip`: the network that a visitor is counted by. */
type Asking = Caller & { ip: string }

const retrySeconds = 1

/** Requests it if nobody has. Throws NOT_FOUND, with a retry time until it is ready, and INVALID_FIELDS. */
export async function compareVersions(
  deps: Deps,
  caller: Asking,
  id: string,
  wanted: Wanted,
): Promise<Comparison> {
  const access = await requireAccess(deps, caller, { file: id })
  const both = await findBoth(deps, { review: access.reviewId, file: id, wanted })
  if (both.some(({ isCurrent }) => !isCurrent) && !mayReadEarlierVersions(access)) throw notFound()
  if (wanted.page > both[1].pageCount) throw notFound()
  requireRendered(both)
  const pair = { file: id, older: both[0].id, newer: both[1].id }
  const stored = await store.findStored.first(deps.db.pool, { ...pair, page: wanted.page })
  if (!stored) await request(deps, caller, { ...pair, page: wanted.page, pages: pagesOf(both) })
  if (stored?.error) throw cannotCompare(stored.error)
  if (!stored?.found || !stored.pages) throw notYet()
  return { ...stored.found, pages: stored.pages }
}

type Both = [older: store.FoundVersion, newer: store.FoundVersion]

async function findBoth(
  { db }: Deps,
  { review, file, wanted }: { review: string; file: string; wanted: Wanted },
): Promise<Both> {
  const { from = null, to = null, with: other = file } = wanted
  const newer = await store.findVersion.first(db.pool, { review, file: other, number: to, before: null })
  if (!newer) throw notFound()
  const before = other === file ? newer.number : null
  const older = await store.findVersion.first(db.pool, { review, file, number: from, before })
  if (!older) throw notFound()
  return [older, newer]
}

function requireRendered(both: Both): void {
  if (both.some(({ kind, state }) => state === 'FAILED' || !isDrawable(kind)))
    throw cannotCompare('One of them has no preview.')
  if (both.some(({ state }) => state === 'PROCESSING')) throw notYet()
}

const isDrawable = (kind: store.Bytes['kind']) => kind === 'IMAGE' || kind === 'PDF'

/** Null where the pages of two documents have to be paired first. */
function pagesOf([older, newer]: Both): Comparison['pages'] | null {
  const isToPair = [older, newer].every(({ kind }) => kind === 'PDF') && older.pageCount !== newer.pageCount
  return isToPair ? null : pairInOrder(older.pageCount, newer.pageCount)
}

type Page = store.Pair & { page: number; pages: Comparison['pages'] | null }

async function request(deps: Deps, { actor, ip }: Asking, page: Page): Promise<void> {
  const asker = actor.kind === 'visitor' ? ip : actor.id
  await deps.limits.consume(limitOf(actor, ip))
  await deps.db.orm.transaction((tx) => store.requestPage(tx, { ...page, id: uuid(), asker }))
}

const limitOf = (actor: Actor, ip: string) =>
  actor.kind === 'visitor' ? { compareByAddress: ip } : { compareByWriter: actor.id }

const notYet = () => new DomainError('NOT_FOUND', { retryAfterSeconds: retrySeconds })

const cannotCompare = (why: string) =>
  new DomainError('INVALID_FIELDS', { message: `These versions can’t be compared. ${why}` })
