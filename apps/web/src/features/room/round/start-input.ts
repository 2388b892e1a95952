import { questionTextMax, roundNoteMax } from '@wingmark/contract/limits'
import type { QuestionKind, Round, RoundPersonInput, StartRoundBodyInput } from '@wingmark/contract/rounds'
import { v4 as uuid } from 'uuid'
import { type DueInput, dueOf, endOf } from '#web/features/room/round/due'
import { dayFromNow } from '#web/lib/days'
import { ownZone } from '#web/lib/zones'

export type QuestionInput = {
  key: string
  text: string
  kind: QuestionKind
  choices: string
  isNeeded: boolean
}
export type RuleKind = 'ALL' | 'AT_LEAST' | 'NAMED'

/** What the dialog holds; `needed` and `people` are keys of `keyOf`. */
export type StartInput = {
  due: DueInput
  message: string
  /** Ids of members. */
  members: readonly string[]
  /** Addresses as typed. */
  emails: string
  rule: RuleKind
  count: string
  needed: readonly string[]
  /** Null: all. */
  files: readonly string[] | null
  questions: readonly QuestionInput[]
  closesAtEnd: boolean
}

export const keyOf = (person: RoundPersonInput): string => ('user' in person ? person.user : person.email)

const usualTime = '18:00'
const usualDays = 3

export const emptyQuestion = (): QuestionInput => ({
  ...{ key: uuid(), text: '', kind: 'YES_NO', choices: '', isNeeded: false },
})

/** As a draft left it, or as usual. */
export function startingFrom(draft: Round | undefined): StartInput {
  if (!draft)
    return {
      due: { day: dayFromNow(usualDays), time: usualTime, zone: ownZone() },
      ...{ message: '', members: [], emails: '', rule: 'AT_LEAST', count: '1', needed: [] },
      ...{ files: null, questions: [], closesAtEnd: false },
    }
  const asked = draft.people.filter(({ isAsked }) => isAsked)
  const byAddress = asked.flatMap(({ email }) => email ?? [])
  return {
    due: dueOf(draft.endsAt, draft.timeZone),
    message: draft.message,
    members: asked.flatMap(({ user, email }) => (email ? [] : (user ?? []))),
    emails: byAddress.map((one) => `${one}, `).join(''),
    rule: draft.rule.kind,
    count: String(draft.rule.count),
    needed: asked.flatMap(({ isNeeded, user, email }) => (isNeeded ? (email ?? user ?? []) : [])),
    files: draft.ofAllFiles ? null : draft.files.map(({ file }) => file),
    questions: draft.questions.map(({ _id, text, kind, choices, isNeeded }) => ({
      ...{ key: _id, text, kind, choices: choices.join('\n'), isNeeded },
    })),
    closesAtEnd: draft.closesAtEnd,
  }
}

type Read = { body: StartRoundBodyInput } | { errors: Record<string, string> }

/** The body, or what is wrong by field, named as the server does. `emails`: read of what was typed. */
export function bodyOf(
  input: StartInput,
  emails: readonly string[],
  state: 'DRAFT' | 'OPEN',
  now = new Date(),
): Read {
  const endsAt = endOf(input.due)
  const reviewers = [...input.members.map((user) => ({ user })), ...emails.map((email) => ({ email }))]
  const questions = input.questions.map(({ text, kind, choices, isNeeded }) => ({
    ...{ text: text.trim(), kind, isNeeded },
    choices: kind === 'CHOICE' ? linesOf(choices) : [],
  }))
  const errors: Record<string, string> = {}
  if (endsAt === null) errors.endsAt = 'Choose a day and a time.'
  else if (new Date(endsAt) <= now) errors.endsAt = 'Choose a time in the future.'
  if (input.message.length > roundNoteMax)
    errors.message = `A message can have at most ${roundNoteMax} characters.`
  if (input.files?.length === 0) errors.files = 'Choose at least one file.'
  if (input.rule !== 'AT_LEAST' && reviewers.length === 0)
    errors.rule = 'Name at least one reviewer, or choose how many approvals are needed.'
  for (const [i, { text, kind, choices }] of questions.entries()) {
    if (text === '') errors[`questions.${i}.text`] = 'Please enter a question'
    else if (text.length > questionTextMax)
      errors[`questions.${i}.text`] = `A question can have at most ${questionTextMax} characters.`
    if (kind === 'CHOICE' && choices.length < 2)
      errors[`questions.${i}.choices`] = 'Enter at least two choices.'
  }
  const rule = ruleOf(input, reviewers)
  if (typeof rule === 'string') errors.rule ??= rule
  if (endsAt === null || typeof rule === 'string' || Object.keys(errors).length > 0) return { errors }
  return {
    body: {
      ...{ endsAt, timeZone: input.due.zone, message: input.message.trim(), reviewers, questions, rule },
      ...{ closesAtEnd: input.closesAtEnd, state },
      ...(input.files && { files: [...input.files] }),
    },
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function ruleOf({ rule, count, needed }: StartInput, reviewers: readonly RoundPersonInput[]) {
  if (rule === 'ALL') return { kind: rule }
  if (rule === 'AT_LEAST') {
    const number = Number(count)
    return Number.isInteger(number) && number >= 1
      ? { kind: rule, count: number }
      : 'Enter a whole number of 1 or more.'
  }
  const people = reviewers.filter((person) => needed.includes(keyOf(person)))
  return people.length > 0 ? { kind: rule, people } : 'Choose whose approval is needed.'
}
