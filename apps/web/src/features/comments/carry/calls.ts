import type { QueryClient } from '@tanstack/react-query'
import {
  type CarryBodyInput,
  decideFix,
  type Fix,
  type Fixes,
  listFixes,
  placeCarried,
} from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import type { ReviewEvent } from '@wingmark/contract/live'
import { fixKeys, readFixesAgain } from '#web/features/comments/carry/queries'
import type { CheckOf, PlaceOf } from '#web/features/comments/outbox/changes/comment-change'
import { call } from '#web/lib/api'
import { shareTokenOf } from '#web/lib/share-token'

type On = { reviewId: string; fileId: string; version: number }

export async function readFixes({ reviewId, fileId, version }: On, signal: AbortSignal): Promise<Fixes> {
  const given = { params: { id: fileId }, query: { version }, share: shareTokenOf(reviewId), signal }
  return (await call(listFixes, given)).result
}

export const sendPlace = (client: QueryClient, reviewId: string, place: PlaceOf) =>
  kept(client, place.file, () => {
    const given = { params: { id: place.comment }, body: bodyOf(place), share: shareTokenOf(reviewId) }
    return call(placeCarried, given)
  })

export const sendCheck = (client: QueryClient, reviewId: string, check: CheckOf) =>
  kept(client, check.file, () => {
    const { comment, version, result, seen } = check
    const body = { version, result, decidedAt: seen }
    return call(decideFix, { params: { id: comment }, body, share: shareTokenOf(reviewId) })
  })

/** Keeps the answer; a refusal means that others decided meanwhile. */
async function kept(client: QueryClient, file: string, send: () => Promise<{ result: Fix }>): Promise<void> {
  try {
    keepFix(client, (await send()).result)
  } catch (error) {
    readFixesAgain(client, file)
    throw error
  }
}

function bodyOf({ version, to, marker, seen }: PlaceOf): CarryBodyInput {
  const decidedAt = seen
  if (to === 'PLACE' && marker) return { version, marker, decidedAt }
  return to === 'GONE' ? { version, gone: true, decidedAt } : { version, undo: true, decidedAt }
}

/** The answer to an own act, or what someone else did. */
function keepFix(client: QueryClient, fix: Fix): void {
  client.setQueryData<Fixes>(fixKeys.on(fix.file, fix.version), (known) => known && withFix(known, fix))
}

function withFix(known: Fixes, fix: Fix): Fixes {
  const fixes = known.fixes.map((one) => (one._id === fix._id ? fix : one))
  const isOnlySome = known.toCheck + known.checked > fixes.length
  if (isOnlySome) return { ...known, fixes }
  const checked = fixes.filter((one) => one.checked).length
  return { ...known, fixes, checked, toCheck: fixes.length - checked }
}

/** Keeps what is loaded as events say. */
export function applyToFixes(client: QueryClient, event: ReviewEvent): void {
  if (event.event === 'comment.fix') keepFix(client, event.data)
  if (event.event === 'carry.ready') readFixesAgain(client, event.data._id)
  if (event.event === 'comment.status' || event.event === 'comment.created')
    for (const [, known] of client.getQueriesData<Fixes>({ queryKey: fixKeys.of(event.data.file) }))
      if (known && lacks(known, event.data)) readFixesAgain(client, event.data.file)
}

/** An open comment of an earlier version that is not among them. */
const lacks = ({ version, fixes }: Fixes, { _id, status, version: own }: Comment) =>
  own < version && status === 'OPEN' && fixes.every((fix) => fix._id !== _id)
