import {
  type AiReading,
  type AiReadingKind,
  aiCommentsMax,
  aiReadingMax,
  nothingToSummarise,
  type ReadingScope,
} from '@wingmark/contract/ai'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Deps } from '#server/deps'
import { isMember } from '#server/modules/access/policy'
import { requireAbility, requireAccess, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import { recordActivity } from '#server/modules/activity/service'
import { type Answer, parseAnswer, schemaOf } from '#server/modules/ai/read/answer'
import { createMaterial } from '#server/modules/ai/read/material'
import { inOrderOfPlace, pointsOf, presentReading, referredIn } from '#server/modules/ai/read/present'
import { mergingRules, readingRules } from '#server/modules/ai/read/prompts'
import { findKept, keepReading, type Scope } from '#server/modules/ai/read/store'
import { fenced } from '#server/modules/ai/requests/fence'
import { createHider } from '#server/modules/ai/requests/hide'
import type { Thread } from '#server/modules/ai/requests/people'
import { type Asking, answerOnce } from '#server/modules/ai/requests/service'
import { requireAi, requireMayRead } from '#server/modules/ai/switched-off'
import {
  countSince,
  findPlaces,
  getComment,
  readThreads,
  type StoredComment,
} from '#server/modules/comments/service'
import { getFile } from '#server/modules/files/service'
import type { Ai, AiTurn } from '#server/platform/ai'
import { AiError } from '#server/platform/ai-error'
import { DomainError, notFound } from '#server/platform/domain-error'
import { unguessableId } from '#server/platform/ids'

/** For all calls of one reading; a reservation lasts longer. */
const deadlineMs = 100_000

/**
 * Reuses the stored answer while no comment has changed. Throws FORBIDDEN where AI may not read, INVALID_FIELDS
 * without comments.
 */
export async function makeReading(
  deps: Deps,
  caller: UserCaller,
  kind: AiReadingKind,
  given: ReadingScope,
  asking: Asking,
): Promise<AiReading> {
  const scope = await requireScope(deps, caller, kind, given)
  const ai = await requireAi(deps, caller.actor)
  const [{ order }, kept] = await Promise.all([requireMayRead(deps, scope.review), readKept(deps, scope)])
  if (kept?.commentsSince === 0) return kept
  return answerOnce(deps, caller.actor, asking, aiReadingMax, async ({ amount }) => {
    const readAt = new Date()
    const { comments, leftOut } = await readInOrder(deps, caller, scope, order)
    if (comments.length === 0) throw new DomainError('INVALID_FIELDS', { message: nothingToSummarise })
    const hider = createHider()
    const material = createMaterial(comments, hider.hide)
    const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(deadlineMs)])
    const answer = await ask(ai, { kind, amount, signal, parts: material.parts })
    const points = pointsOf(kind === 'CHANGES' ? inOrderOfPlace(answer) : answer, {
      material,
      amount,
      putBack: hider.putBack,
    })
    if (referredIn(points).length === 0) throw new AiError('EMPTY')
    const made = {
      ...points,
      _id: unguessableId(),
      commentsRead: comments.length,
      commentsLeftOut: leftOut,
      commentsCut: material.cut,
      repliesRead: comments.reduce((sum, one) => sum + one.replyCount, 0),
      readAt,
    }
    const [found, file] = await Promise.all([
      findPlaces(deps.db, scope.review, referredIn(made)),
      scope.file === null ? null : getFile(deps, caller, scope.file),
      // Callers who lost access meanwhile get nothing.
      requireScope(deps, caller, kind, given),
      requireMayRead(deps, scope.review),
    ])
    return {
      used: points.characters,
      result: presentReading(scope, { ...made, commentsSince: 0 }, found),
      keep: async (tx) => {
        await keepReading(tx, scope, made)
        const action = kind === 'SUMMARY' ? 'SUMMARISED' : 'CHANGES_LISTED'
        await recordActivity(tx, {
          ...{ subject: ofReview(scope.review), actor: caller.actor, action },
          ...(file && { target: file.name }),
          ...(scope.status !== null && { after: scope.status }),
        })
      },
    }
  })
}

/** The stored reading, as far as its comments still exist. */
export async function getReading(
  deps: Deps,
  caller: UserCaller,
  { kind, ...given }: ReadingScope & { kind: AiReadingKind },
): Promise<AiReading | null> {
  const scope = await requireScope(deps, caller, kind, given)
  const [kept] = await Promise.all([readKept(deps, scope), requireMayRead(deps, scope.review)])
  return kept
}

/** A comment and its first replies, where AI may read their review. */
export async function readAnswered(deps: Deps, caller: UserCaller, id: string): Promise<Thread> {
  const { reviewId } = await requireAccess(deps, caller, { comment: id })
  await requireMayRead(deps, reviewId)
  const comment = await getComment(deps, caller, id)
  if (comment.deleted) throw notFound()
  const beginning = <T extends { message: string }>(one: T) => ({
    ...one,
    message: beginningOf(one.message, 4_000),
  })
  return { ...beginning(comment), replies: comment.replies.slice(0, 19).map(beginning) }
}

async function readKept(deps: Deps, scope: Scope): Promise<AiReading | null> {
  const kept = await findKept(deps.db, scope)
  if (!kept) return null
  const [now, found] = await Promise.all([
    countSince(deps.db, scope, kept.readAt),
    findPlaces(deps.db, scope.review, referredIn(kept)),
  ])
  const then = kept.commentsRead + kept.commentsLeftOut
  const isLess = now.comments === then && now.replies < kept.repliesRead && kept.commentsLeftOut === 0
  const commentsSince = Math.max(now.changed, Math.abs(now.comments - then), isLess ? 1 : 0)
  return presentReading(scope, { ...kept, commentsSince }, found)
}

async function requireScope(
  deps: Deps,
  caller: UserCaller,
  kind: AiReadingKind,
  given: ReadingScope,
): Promise<Scope> {
  const { review } = given
  const [file, status] = [given.file ?? null, given.status ?? null]
  await requireAbility(deps, caller, { review }, isMember)
  if (file !== null) {
    const { reviewId } = await requireAccess(deps, caller, { file })
    if (reviewId !== review) throw notFound()
  }
  return { user: caller.actor.id, review, file, status, kind }
}

/** Comments in order of place: by file, page, and from top to bottom. */
async function readInOrder(deps: Deps, caller: UserCaller, scope: Scope, order: readonly string[]) {
  const subject = scope.file === null ? { review: scope.review } : { file: scope.file }
  const read = await readThreads(deps, caller, subject, { status: scope.status, most: aiCommentsMax })
  const fileAt = new Map(order.map((id, n) => [id, n]))
  const place = ({ file, marker }: StoredComment) =>
    [fileAt.get(file) ?? order.length, marker?.page ?? 0, marker?.y ?? 0, marker?.x ?? 0] as const
  const comments = read.comments.toSorted((a, b) => {
    const [first, second] = [place(a), place(b)]
    return first.map((one, n) => one - (second[n] ?? 0)).find((difference) => difference !== 0) ?? 0
  })
  return { comments, leftOut: read.leftOut }
}

type Wanted = {
  kind: AiReadingKind
  amount: number
  signal: AbortSignal
  parts: readonly string[]
}

async function ask(ai: Ai, { kind, amount, signal, parts }: Wanted): Promise<Answer> {
  const failed = new AbortController()
  const within = AbortSignal.any([signal, failed.signal])
  // One missing answer makes the others useless, so they are not finished.
  const answers = await Promise.all(
    parts.map((part) => askOnce(ai, kind, fenced(readingRules(kind, amount), part), within)),
  ).catch((error: unknown) => {
    failed.abort()
    throw error
  })
  const [only] = answers
  if (only && answers.length === 1) return only
  const all = {
    points: answers.flatMap((one) => one.points),
    disagreements: answers.flatMap((one) => one.disagreements),
    questions: answers.flatMap((one) => one.questions),
  }
  if (kind === 'CHANGES') return all
  return askOnce(ai, kind, fenced(mergingRules(amount), JSON.stringify(all)), signal)
}

const worthAnotherTry = new Set(['REFUSED', 'UNREADABLE', 'EMPTY', 'BROKEN', 'LENGTH', 'TOO_LONG'])

/** With a schema; a service that ignores or refuses it gets a second call without. */
async function askOnce(ai: Ai, kind: AiReadingKind, turns: AiTurn[], signal: AbortSignal): Promise<Answer> {
  try {
    return parseAnswer(await ai.ask(turns, schemaOf(kind), signal))
  } catch (error) {
    if (!(error instanceof AiError) || !worthAnotherTry.has(error.fault)) throw error
    return parseAnswer(await ai.ask(turns, null, signal))
  }
}
