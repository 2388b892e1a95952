import { type DecisionKind, decide, type Round, type RoundOutcome } from '@wingmark/contract/rounds'
import { change, queueOfRound } from '#web/features/room/round/changes/round-change'
import { call } from '#web/lib/api'
import { list, number, oneOf, shape, text, texts } from '#web/lib/changes/read-kept'
import { shareTokenOf } from '#web/lib/share-token'
import { decidedWords } from '#web/ui/round-words'

const decision = oneOf(['APPROVED', 'APPROVED_WITH_CHANGES', 'CHANGES_REQUESTED'])

export type FileDecision = { file: string; version: number; decision: DecisionKind; note: string }

const read = shape({
  round: text,
  /** Each about the version that the person looked at. */
  files: list(shape({ file: text, version: number, decision, note: text })),
  answers: list(shape({ question: text, answer: text })),
  /** Keys of comments that go first. */
  after: texts,
})

/** Decides about files of a round, each in one version. */
export const decideOnFiles = change('decide', read, {
  queue: queueOfRound,
  apply: (round, { files, answers }) => withDecisions(round, files, answers),
  async send({ reviewId, keep, afterComments }, { round, files, answers, after }, { key }) {
    await afterComments(after)
    const given = { params: { id: round }, body: { files, answers }, share: shareTokenOf(reviewId) }
    keep((await call(decide, { ...given, idempotencyKey: key })).result)
  },
  invert({ mine }, input) {
    const before = input.files.flatMap(({ file, version }) => {
      const own = mine.decisions.find((one) => one.file === file && one.version === version)
      return own ? { file, version, decision: own.decision, note: own.note } : []
    })
    const isSame = before.every((one, i) => one.decision === input.files[i]?.decision)
    if (before.length < input.files.length || isSame) return null
    return { ...input, files: before, answers: mine.answers, after: [] }
  },
  messages: {
    thing: () => 'round you decided in',
    done: ({ files }) => decidedWords[worstOf(files.map((one) => one.decision))],
  },
  // Without a note, what was decided stays to be read.
  text: ({ files }) =>
    [...new Set(files.map(({ note }) => note.trim()))].filter((note) => note !== '').join('\n\n') ||
    decidedWords[worstOf(files.map((one) => one.decision))],
})

/** What several decisions are together; OPEN where there are none. */
export function worstOf(all: readonly DecisionKind[]): RoundOutcome {
  if (all.includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED'
  if (all.includes('APPROVED_WITH_CHANGES')) return 'APPROVED_WITH_CHANGES'
  return all.length > 0 ? 'APPROVED' : 'OPEN'
}

function withDecisions(
  round: Round,
  files: readonly FileDecision[],
  answers: readonly { question: string; answer: string }[],
): Round {
  const { mine } = round
  const decidedAt = new Date().toISOString()
  const ids = new Set(files.map(({ file }) => file))
  const decisions = [
    ...mine.decisions.filter(({ file }) => !ids.has(file)),
    ...files.map((one) => ({ ...one, decidedAt })),
  ]
  const current = round.files.map(({ file, version }) =>
    decisions.find((one) => one.file === file && one.version === version),
  )
  const worst = worstOf(current.flatMap((one) => one?.decision ?? []))
  const isWhole = current.every((one) => one !== undefined)
  const status = isWhole || worst === 'CHANGES_REQUESTED' ? worst : 'OPEN'
  return {
    ...round,
    mine: { ...mine, decisions, answers: answers.length > 0 ? [...answers] : mine.answers, status },
    people: round.people.map((one) => (one._id === mine.person ? { ...one, status, decidedAt } : one)),
  }
}
