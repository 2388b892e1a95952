import type { RoundSummary } from '@wingmark/contract/round-summary'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { fitting } from '#server/http/pages'
import type { SignedAddress } from '#server/http/signed-address'
import { isMember, mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAbility, requireAccess } from '#server/modules/access/service'
import { canRunRounds } from '#server/modules/rounds/policy'
import { presentRound, unknownName } from '#server/modules/rounds/present'
import { readerOf } from '#server/modules/rounds/service'
import { findRounds } from '#server/modules/rounds/store'
import {
  decisionsShown,
  findLastAnswers,
  findLastDecisions,
  findReviewName,
  findSums,
} from '#server/modules/rounds/summary/store'
import { readSignedAddress, signAddress } from '#server/modules/users/sessions/service'
import { notFound } from '#server/platform/domain-error'

const linkSeconds = 60
const signed = (id: string) => ({ kind: 'round-summary', of: [id] })

/** What was decided about each file. For members with an address of its PDF. */
export async function getSummary(deps: Deps, caller: Caller, id: string): Promise<RoundSummary> {
  const access = await requireAccess(deps, caller, { round: id })
  const summary = await readSummary(deps, caller, access, id)
  const { actor } = caller
  return { ...summary, pdf: actor.kind === 'user' && isMember(access) ? pdfAddress(deps, actor, id) : null }
}

function pdfAddress(deps: Deps, actor: UserActor, id: string) {
  const { query, expiresAt } = signAddress(deps, actor, { ...signed(id), seconds: linkSeconds })
  return { url: `/round/api/v1/summary-pdf/${id}?${new URLSearchParams(query)}`, expiresAt }
}

/** The summary for its PDF, by such an address. Throws UNAUTHENTICATED, NOT_FOUND, FORBIDDEN. */
export async function readForPdf(
  deps: Deps,
  id: string,
  link: SignedAddress,
): Promise<{ summary: RoundSummary; user: string }> {
  const user = await readSignedAddress(deps, signed(id), link)
  const actor = { kind: 'user', id: user, name: '', sessionId: link.session } as const
  const caller = { actor, share: null }
  const access = await requireAbility(deps, caller, { round: id }, isMember)
  await deps.limits.consume({ commentExportByUser: user })
  return { summary: await readSummary(deps, caller, access, id), user }
}

async function readSummary(
  deps: Deps,
  { actor }: Caller,
  access: ReviewAccess,
  id: string,
): Promise<RoundSummary> {
  const [[row], sums, decisions, answers, name] = await Promise.all([
    findRounds(deps.db, [id], readerOf(actor, access)),
    findSums(deps.db, id),
    findLastDecisions(deps.db, id, !mayReadEarlierVersions(access)),
    findLastAnswers(deps.db, id),
    findReviewName(deps.db, access.reviewId),
  ])
  if (!row) throw notFound()
  const round = presentRound(row, access)
  if (round.state === 'DRAFT' && !canRunRounds(access)) throw notFound()
  const { _id, number, state, outcome, endsAt, timeZone, closedAt, reason } = round
  const whole = {
    ...{ _id, number, state, outcome, endsAt, timeZone, closedAt, reason },
    review: { _id: access.reviewId, name },
    files: round.files.map(({ file, name: called, version, outcome: ofFile }) => ({
      ...{ file, name: called, version, outcome: ofFile },
      sha256: sums.find((one) => one.file === file)?.sha256 ?? null,
      decisions: decisions.flatMap(({ file: about, decidedAt, ...one }) =>
        about === file ? { ...one, name: one.name ?? unknownName, decidedAt: decidedAt.toISOString() } : [],
      ),
    })),
    questions: round.questions.map(({ _id: question, text }) => ({
      text,
      answers: answers.flatMap((one) =>
        one.question === question ? { name: one.name ?? unknownName, answer: one.answer } : [],
      ),
    })),
    isCut: decisions.length > decisionsShown,
    pdf: null,
  }
  return shortened(whole)
}

const steps = [
  { letters: 2_000, many: 500 },
  { letters: 200, many: 200 },
  { letters: 40, many: 50 },
  { letters: 0, many: 5 },
  { letters: 0, many: 0 },
]

/** Cut until it fits into an answer. */
function shortened(summary: RoundSummary): RoundSummary {
  for (const [n, step] of steps.entries()) {
    const short = n === 0 ? summary : cutTo(summary, step)
    // One result always fits by itself: the second place says whether it really does.
    if (fitting([null, short]).length === 2 || n === steps.length - 1) return short
  }
  return summary
}

const cutTo = (summary: RoundSummary, { letters, many }: (typeof steps)[number]): RoundSummary => ({
  ...summary,
  files: summary.files.map((file) => ({
    ...file,
    name: beginningOf(file.name, Math.max(letters, 40)),
    decisions: file.decisions.slice(0, many).map((one) => ({ ...one, note: beginningOf(one.note, letters) })),
  })),
  questions: summary.questions.map(({ text, answers }) => ({
    text,
    answers: answers.slice(0, many).map((one) => ({ ...one, answer: beginningOf(one.answer, letters) })),
  })),
  isCut: true,
})
