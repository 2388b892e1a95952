import { guestNameMax, roundNoteMax } from '@wingmark/contract/limits'
import type { DecisionKind, Round } from '@wingmark/contract/rounds'
import { beginningOf } from '@wingmark/contract/shorten'
import { useState } from 'react'
import {
  hasIdentity,
  nameGuest,
  rememberedGuestName,
  rememberGuestName,
} from '#web/features/comments/outbox/guest-identity'
import { worstOf } from '#web/features/room/round/changes/decide-on-files'
import type { DecideTarget } from '#web/features/room/round/round-changes'
import { useChangeRound } from '#web/features/room/round/round-outbox'
import { useDraftsFirst } from '#web/features/room/round/use-drafts-first'
import { useRounds } from '#web/features/room/round/use-rounds'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { isPassing } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'
import { decidedWords } from '#web/ui/round-words'

type Own = { decision: DecisionKind | null; note: string }
type Given = { round: Round; seen: ReadonlyMap<string, number>; onDone: () => void }

export type Deciding = ReturnType<typeof useDeciding>

/** What someone decides and how it is sent. */
export function useDeciding({ round, seen, onDone }: Given) {
  const { announce } = useRoom()
  const { files } = useReviewData()
  const { items } = useRounds()
  const change = useChangeRound()
  const [first] = useState(() =>
    startingWith(
      round,
      items.map(({ target }) => target),
    ),
  )
  const [isEach, setEach] = useState(first.isEach)
  const [one, setOne] = useState<Own>(first.one)
  const [each, setEachOwn] = useState<Readonly<Record<string, Own>>>(first.each)
  const [answers, setAnswers] = useState(first.answers)
  const [unanswered, setUnanswered] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const drafts = useDraftsFirst(setProblem)

  const versionOf = (id: string) => seen.get(id) ?? 1
  const inRound = new Set(round.files.map(({ file }) => file))
  const newer = files.filter(({ _id, version }) => inRound.has(_id) && version > versionOf(_id))
  const chosen = round.files.flatMap(({ file }) => {
    const { decision, note } = isEach ? (each[file] ?? nothing) : one
    return decision ? [{ file, version: versionOf(file), decision, note: note.trim() }] : []
  })
  const isStale = chosen.some(({ file }) => newer.some(({ _id }) => _id === file))
  const isReady = chosen.length > 0 && !isStale

  const why = (): string | null => {
    if (chosen.length === 0) return 'Choose your decision first.'
    if (isStale) return 'Look at the new version first.'
    return chosen.some(({ note }) => note.length > roundNoteMax) ? 'A note is too long.' : null
  }

  const deliver = async () => {
    if (drafts.isTaken && !(await drafts.send())) return
    await change(round, {
      kind: 'decide',
      round: round._id,
      files: chosen,
      answers: round.questions.flatMap(({ _id }) => {
        const answer = answers[_id]?.trim() ?? ''
        return answer === '' ? [] : [{ question: _id, answer }]
      }),
      after: drafts.isTaken ? drafts.keysOnTheWay() : [],
    })
    announce(`${decidedWords[worstOf(chosen.map(({ decision }) => decision))]}.`)
    onDone()
  }

  const send = async () => {
    if (isBusy) return
    const missing = round.questions.filter(({ _id, isNeeded }) => isNeeded && !answers[_id]?.trim())
    setUnanswered(missing.map(({ _id }) => _id))
    const reason = why() ?? (missing.length > 0 ? 'Please answer the questions that are needed.' : null)
    setProblem(reason)
    if (reason !== null) return
    setBusy(true)
    try {
      await deliver()
    } catch (error) {
      setProblem(messageForError(error) ?? 'This couldn’t be sent.')
    }
    setBusy(false)
  }

  const sendAs = async (given: string) => {
    const name = beginningOf(given.trim(), guestNameMax)
    if (name === '') return setNameProblem('Please enter your name')
    try {
      await nameGuest(name)
    } catch (error) {
      if (!isPassing(error)) return setNameProblem(messageForError(error) ?? 'This couldn’t be sent.')
      rememberGuestName(name)
    }
    await send()
  }

  return {
    ...{ isEach, setEach, each, answers, unanswered, drafts },
    ...{ problem, nameProblem, isBusy, isReady, newer, send, sendAs, areSeveral: files.length > 1 },
    decision: one.decision,
    note: one.note,
    choose: (decision: DecisionKind) => setOne({ ...one, decision }),
    write: (note: string) => setOne({ ...one, note }),
    decideOn: (file: string, own: Partial<Own>) =>
      setEachOwn({ ...each, [file]: { ...(each[file] ?? nothing), ...own } }),
    answer: (question: string, answer: string) => setAnswers({ ...answers, [question]: answer }),
    /** The name is asked for last, as when someone comments. */
    isNameless: isReady && !hasIdentity() && rememberedGuestName() === '',
  }
}

const nothing: Own = { decision: null, note: '' }

/** What they decided before, about what they see now; and the note of what was not recorded. */
function startingWith(round: Round, pending: readonly { kind: string }[]) {
  const own = round.files.map(({ file, version }) => {
    const decided = round.mine.decisions.find((one) => one.file === file)
    const isCurrent = decided?.version === version
    const kept = pending.find((target): target is DecideTarget => isOf(target, round._id, file))
    const note = kept?.files.find((one) => one.file === file)?.note
    return {
      file,
      decision: isCurrent ? decided.decision : null,
      note: note ?? (isCurrent ? decided.note : ''),
    }
  })
  const [head = nothing] = own
  const isSame = own.every(({ decision, note }) => decision === head.decision && note === head.note)
  return {
    isEach: !isSame,
    one: isSame ? { decision: head.decision, note: head.note } : nothing,
    each: Object.fromEntries(own.map(({ file, decision, note }) => [file, { decision, note }])),
    answers: Object.fromEntries(
      round.mine.answers.map(({ question, answer }) => [question, answer]),
    ) as Readonly<Record<string, string>>,
  }
}

const isOf = (target: { kind: string }, round: string, file: string) => {
  const decided = target as DecideTarget
  return target.kind === 'decide' && decided.round === round && decided.files.some((one) => one.file === file)
}
