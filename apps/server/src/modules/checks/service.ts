import {
  type Brief,
  type CheckOfFile,
  type CheckRule,
  type CheckRun,
  defaultBrief,
  type Finding,
  languageOfAll,
  ownWordsMax,
} from '@wingmark/contract/checks'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/client'
import { claimIdempotencyKey } from '#server/db/idempotency'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { canEditReview, type ReviewAccess } from '#server/modules/access/policy'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import { ofReview } from '#server/modules/access/subjects/policy'
import {
  addRuns,
  findCheckedFile,
  listCheckedFiles,
  listFilesToCheck,
  stopRun,
} from '#server/modules/checks/run/store'
import {
  addWords,
  changeState,
  findBrief,
  findFileOfFinding,
  findFindings,
  findNewestRun,
  findRuns,
  findWords,
  removeWords,
  saveBrief,
} from '#server/modules/checks/store'
import { signalSubject } from '#server/modules/events/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'

/** Returns a run that is already pending. Throws INVALID_FIELDS for files without pages. */
export async function startCheck(
  deps: Deps,
  caller: UserCaller,
  fileId: string,
  { rules, key }: { rules: readonly CheckRule[] | undefined; key: string | null },
): Promise<CheckRun> {
  const access = await requireFile(deps, caller, fileId)
  await deps.limits.consume({ checkByUser: caller.actor.id })
  const earlier = await start(deps, caller.actor, access, { files: [fileId], rules, key })
  const [same] = earlier === null ? [] : await findRuns(deps.db, [earlier])
  const run = same ?? (await findNewestRun(deps.db, fileId))
  if (!run) throw notFound()
  return run
}

/** Checks all files of a review; returns their number. */
export async function checkReview(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  key: string | null,
): Promise<number> {
  const access = await requireAbility(deps, caller, { review: reviewId }, canEditReview)
  const files = await listCheckedFiles(deps.db, reviewId)
  await deps.limits.consume({ checkByUser: caller.actor.id }, Math.max(1, files.length))
  await start(deps, caller.actor, access, { files, key })
  return files.length
}

type ToStart = {
  files: readonly string[]
  rules?: readonly CheckRule[] | undefined
  /** An idempotency key. */
  key: string | null
}

/** Returns the first run of an earlier call with this key; null for the first call. */
async function start(
  deps: Deps,
  actor: UserActor,
  { reviewId }: ReviewAccess,
  { files, rules, key }: ToStart,
): Promise<string | null> {
  if (files.length === 0) return null
  const id = uuid()
  const earlier = await deps.db.orm.transaction(async (tx) => {
    const claimed = await claimIdempotencyKey(tx, { actor: actor.id, key, resultId: id })
    if (claimed !== null) return claimed
    const chosen = rules ? { rules: [...new Set(rules)] } : {}
    await addRuns(tx, { reviewId, userId: actor.id, files, id, ...chosen })
    return null
  })
  signalSubject(deps, ofReview(reviewId))
  return earlier
}

export async function getCheck(deps: Deps, caller: UserCaller, fileId: string): Promise<CheckOfFile> {
  const { reviewId } = await requireFile(deps, caller, fileId)
  const [run, brief] = await Promise.all([findNewestRun(deps.db, fileId), readBrief(deps, reviewId)])
  const findings = run ? await findFindings(deps.db, { run: run._id, user: caller.actor.id }) : []
  return { run, findings, brief, languages: languagesOf(deps) }
}

export async function stopCheck(deps: Deps, caller: UserCaller, fileId: string): Promise<CheckRun | null> {
  const { reviewId } = await requireFile(deps, caller, fileId)
  await deps.db.orm.transaction((tx) => stopRun(tx, { reviewId, fileId }))
  signalSubject(deps, ofReview(reviewId))
  return findNewestRun(deps.db, fileId)
}

/** Throws CONFLICT for findings already published or replaced by a newer check. */
export async function changeFinding(
  deps: Deps,
  caller: UserCaller,
  id: string,
  state: 'OPEN' | 'DISMISSED',
): Promise<Finding> {
  const file = await findFileOfFinding(deps.db, id)
  if (!file) throw notFound()
  const { reviewId } = await requireAbility(deps, caller, { file }, canEditReview)
  await deps.limits.consume({ findingByUser: caller.actor.id })
  const changed = await changeState(deps.db, { id, reviewId, state })
  if (!changed) throw findingIsOver()
  signalSubject(deps, ofReview(reviewId))
  return changed
}

const findingIsOver = () =>
  new DomainError('CONFLICT', {
    message: 'This finding was already published or replaced by a newer check.',
  })

export async function changeBrief(
  deps: Deps,
  caller: UserCaller,
  reviewId: string,
  change: Partial<Brief>,
): Promise<Brief> {
  await requireAbility(deps, caller, { review: reviewId }, canEditReview)
  await deps.limits.consume({ findingByUser: caller.actor.id })
  const brief = { ...(await readBrief(deps, reviewId)), ...change }
  const known = languagesOf(deps)
  if (change.languages?.some((language) => !known.includes(language)))
    throw invalidFields({ languages: 'Unknown language.' })
  if ((brief.width === null) !== (brief.height === null))
    throw invalidFields({ width: 'Enter both width and height, or neither.' })
  await saveBrief(deps.db.orm, reviewId, brief)
  return brief
}

/** English, and the operator's further dictionaries. */
const languagesOf = (deps: Deps): string[] => [
  ...new Set([languageOfAll, ...deps.dictionaries.map(({ language }) => language)]),
]

/** Checks new files and versions of a review as far as its brief says so. */
export async function checkWhatCame(
  tx: Transaction,
  { reviewId, userId, files }: { reviewId: string; userId: string; files: readonly string[] },
): Promise<void> {
  if (files.length === 0) return
  const wanted = await listFilesToCheck(tx, { review: reviewId, files })
  if (wanted.length > 0) await addRuns(tx, { reviewId, userId, files: wanted })
}

export const listOwnWords = (deps: Deps, actor: UserActor): Promise<string[]> =>
  findWords(deps.db.orm, actor.id)

/** Throws INVALID_FIELDS for too many. */
export async function changeOwnWords(
  deps: Deps,
  actor: UserActor,
  { add = [], remove = [] }: { add?: string[] | undefined; remove?: string[] | undefined },
): Promise<string[]> {
  await deps.limits.consume({ findingByUser: actor.id })
  return deps.db.orm.transaction(async (tx) => {
    await removeWords(tx, actor.id, remove)
    await addWords(tx, actor.id, [...new Set(add)])
    const words = await findWords(tx, actor.id)
    if (words.length > ownWordsMax)
      throw invalidFields({
        add: `Your dictionary can have at most ${ownWordsMax.toLocaleString('en')} words.`,
      })
    return words
  })
}

export async function readBrief(deps: Deps, reviewId: string): Promise<Brief> {
  return (await findBrief(deps.db.orm, reviewId)) ?? defaultBrief
}

/** For no particular viewer; only editors may see them. */
export async function readRuns(deps: Deps, ids: readonly string[]): Promise<CheckRun[]> {
  return ids.length === 0 ? [] : findRuns(deps.db, ids)
}

async function requireFile(deps: Deps, caller: UserCaller, fileId: string): Promise<ReviewAccess> {
  const access = await requireAbility(deps, caller, { file: fileId }, canEditReview)
  const file = await findCheckedFile(deps.db, fileId)
  if (!file) throw notFound()
  if (file.kind !== 'IMAGE' && file.kind !== 'PDF')
    throw invalidFields({ file: 'Only images and PDFs can be checked.' })
  return access
}
