import { z } from 'zod'
import { Email } from './addresses.ts'
import { TimeZone } from './comment-exports.ts'
import { Id, IdParams, Time } from './ids.ts'
import { questionsMax, roundNoteMax, roundPeopleMax, roundReasonMax, roundsPageSize } from './limits.ts'
import { cursorPage, cursorQuery, Done, first, one, oneOf, page, pageQuery } from './paging.ts'
import { Answer, Question, Questions, tooManyQuestions } from './round-questions.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'
import { VersionNumber } from './versions.ts'

export { Answer, Question, QuestionKind } from './round-questions.ts'

/** DRAFT: only owner and editors know of it. A review has at most one open round. */
export const RoundState = oneOf(['DRAFT', 'OPEN', 'CLOSED'])
export type RoundState = z.infer<typeof RoundState>

export const DecisionKind = oneOf(['APPROVED', 'APPROVED_WITH_CHANGES', 'CHANGES_REQUESTED'])
export type DecisionKind = z.infer<typeof DecisionKind>

/** OPEN while anyone is still waited for. */
export const RoundOutcome = z.enum(['OPEN', ...DecisionKind.options])
export type RoundOutcome = z.infer<typeof RoundOutcome>

/** For cards, lists and the room's bar: the open round, or without one the last that was closed. */
export const ReviewRound = z.object({
  _id: Id,
  number: z.int(),
  state: z.enum(['OPEN', 'CLOSED']),
  endsAt: Time,
  timeZone: z.string(),
  /** Open and past its end. */
  isOverdue: z.boolean(),
  outcome: RoundOutcome,
  counts: z.object({
    /** Approvals that count, of so many that are needed: "2 of 3 approved". */
    approved: z.int(),
    needed: z.int(),
    /** People who ask for changes. */
    changesRequested: z.int(),
  }),
})
export type ReviewRound = z.infer<typeof ReviewRound>

const Person = z.union([z.strictObject({ user: Id }), z.strictObject({ email: Email })], {
  error: 'Name someone by their account or email address.',
})
export type RoundPersonInput = z.input<typeof Person>

export const tooManyReviewers = `A round can have at most ${roundPeopleMax} reviewers.`
const People = z.array(Person, { error: 'Must be a list.' }).max(roundPeopleMax, { error: tooManyReviewers })

const Count = z
  .int({ error: 'Enter a whole number of 1 or more.' })
  .min(1, { error: 'Enter a whole number of 1 or more.' })
  .max(roundPeopleMax, { error: tooManyReviewers })
/** ALL: every reviewer. AT_LEAST: so many people, on each file. NAMED: these reviewers. */
const RuleInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('ALL') }),
    z.object({ kind: z.literal('AT_LEAST'), count: Count.default(1) }),
    z.object({
      kind: z.literal('NAMED'),
      people: People.min(1, { error: 'Choose whose approval is needed.' }),
    }),
  ],
  { error: 'Choose one of: ALL, AT_LEAST, NAMED' },
)

export const endIsPast = 'Choose a time in the future.'
const EndsAt = z.iso
  .datetime({ offset: true, error: 'Invalid date' })
  .refine((value) => Date.parse(value) < Date.parse('3000-01-01'), { error: 'Invalid date' })
  .overwrite((value) => (Number.isNaN(Date.parse(value)) ? value : new Date(value).toISOString()))

const Message = paragraph({
  max: roundNoteMax,
  tooLong: `A message can have at most ${roundNoteMax} characters.`,
})
const Note = paragraph({ max: roundNoteMax, tooLong: `A note can have at most ${roundNoteMax} characters.` })
const Reason = paragraph({
  max: roundReasonMax,
  tooLong: `A reason can have at most ${roundReasonMax} characters.`,
})
const Files = z
  .array(Id)
  .min(1, { error: 'Choose at least one file.' })
  .max(500, { error: 'A review can have at most 500 files.' })
const isFlag = (name: string) => z.boolean({ error: `${name} must be true or false.` })

/** Someone who is asked, or who decided without being asked by name. */
export const RoundPerson = z.object({
  /** Of this person in this round. */
  _id: Id,
  kind: z.enum(['USER', 'GUEST', 'EMAIL', 'DELETED']),
  user: Id.nullable(),
  /** "Deleted account" once the account is gone. */
  name: z.string(),
  avatar: z.string().nullable(),
  /** Of someone named by address; for owner and editors. */
  email: z.string().optional(),
  /** Asked by name. */
  isAsked: z.boolean(),
  /** The rule waits for their approval. */
  isNeeded: z.boolean(),
  /** Gone from the review or the round: nobody waits for them. */
  isGone: z.boolean(),
  /** About all files in their current versions. */
  status: RoundOutcome,
  /** They decided about a version that is no longer the current one. */
  isOnOlder: z.boolean(),
  decidedAt: Time.nullable(),
})
export type RoundPerson = z.infer<typeof RoundPerson>

const RoundFile = z.object({
  file: Id,
  name: z.string(),
  /** The current one; in a closed round, the one that was current then. */
  version: z.int(),
  outcome: RoundOutcome,
  /** People who approve this version, some with changes, and who ask for changes to it. */
  approved: z.int(),
  withChanges: z.int(),
  changesRequested: z.int(),
  /** People whose last decision is about an older version; never counts for this one. */
  older: z.int(),
})
export type RoundFile = z.infer<typeof RoundFile>

/** The caller's own last decision about a file. */
const OwnDecision = z.object({
  file: Id,
  version: z.int(),
  decision: DecisionKind,
  /** Cut where there are many; `listDecisions` has it whole. */
  note: z.string(),
  decidedAt: Time,
})

export const Round = ReviewRound.extend({
  review: Id,
  state: RoundState,
  message: z.string(),
  rule: z.object({ kind: z.enum(['ALL', 'AT_LEAST', 'NAMED']), count: z.int() }),
  ofAllFiles: z.boolean(),
  closesAtEnd: z.boolean(),
  independent: z.boolean(),
  verifiedOnly: z.boolean(),
  /** In order. */
  files: z.array(RoundFile),
  questions: z.array(Question),
  /** Those asked by name first, then others who decided. */
  people: z.array(RoundPerson),
  startedBy: z.object({ _id: Id.nullable(), name: z.string() }),
  openedAt: Time.nullable(),
  closedAt: Time.nullable(),
  /** The last one given for closing or reopening. */
  reason: z.string(),
  createdAt: Time,
  mine: z.object({
    /** Null for those who neither decided nor are asked by name. */
    person: Id.nullable(),
    status: RoundOutcome,
    decisions: z.array(OwnDecision),
    answers: z.array(Answer),
  }),
  can: z.object({
    decide: z.boolean(),
    /** Why not, where the caller may otherwise: their email is not verified. */
    verify: z.boolean(),
    edit: z.boolean(),
    /** Replace the questions: nobody has answered. */
    editQuestions: z.boolean(),
    close: z.boolean(),
    reopen: z.boolean(),
    delete: z.boolean(),
  }),
})
export type Round = z.infer<typeof Round>

export const noReviewers = 'Name at least one reviewer, or choose how many approvals are needed.'
export const notAReviewer = 'Choose only reviewers of this round.'
export const tooFewReviewers = 'More approvals are needed than there are reviewers.'

export const StartRoundBody = z.object({
  endsAt: EndsAt,
  /** In which the end was chosen. */
  timeZone: TimeZone.default('UTC'),
  /** All, with those that are added later, if omitted. */
  files: Files.optional(),
  /** Members, or people by address; without any, everyone decides who may comment. */
  reviewers: People.default([]),
  questions: Questions.default([]),
  message: Message.default(''),
  rule: RuleInput.default({ kind: 'AT_LEAST', count: 1 }),
  closesAtEnd: isFlag('ClosesAtEnd').default(false),
  independent: isFlag('Independent').default(false),
  verifiedOnly: isFlag('VerifiedOnly').default(false),
  state: z.enum(['DRAFT', 'OPEN'], { error: 'Choose one of: DRAFT, OPEN' }).default('OPEN'),
})
export type StartRoundBody = z.output<typeof StartRoundBody>
export type StartRoundBodyInput = z.input<typeof StartRoundBody>

export const startRound = route({
  method: 'POST',
  path: '/review/api/v1/round/:id',
  access: 'user',
  status: 201,
  summary: 'Start a round: ask people to decide about files until a time; for owner and editors',
  errors: ['ROUND_OPEN'],
  params: IdParams,
  body: StartRoundBody,
  reply: one(Round),
})

export const listRounds = route({
  method: 'GET',
  path: '/review/api/v1/rounds/:id',
  access: 'anyone',
  summary: 'The rounds of a review, newest first; drafts for owner and editors',
  params: IdParams,
  query: pageQuery(roundsPageSize),
  reply: page(Round),
})

/** Fields other than these, the end, the message, `reviewers` and the state are for drafts. */
export const ChangeRoundBody = z.object({
  endsAt: EndsAt.optional(),
  timeZone: TimeZone.optional(),
  message: Message.optional(),
  /** Replaces all of them, until someone has answered. */
  questions: Questions.optional(),
  /** Replaces those asked by name; decisions of those taken out stay. */
  reviewers: People.optional(),
  /** Null: all. Of a draft. */
  files: Files.nullish(),
  rule: RuleInput.optional(),
  closesAtEnd: isFlag('ClosesAtEnd').optional(),
  independent: isFlag('Independent').optional(),
  verifiedOnly: isFlag('VerifiedOnly').optional(),
  /** CLOSED closes it early; OPEN opens a draft, or reopens a closed one. */
  state: z.enum(['OPEN', 'CLOSED'], { error: 'Choose one of: OPEN, CLOSED' }).optional(),
  /** For closing and reopening. */
  reason: Reason.optional(),
})
export type ChangeRoundBody = z.output<typeof ChangeRoundBody>
export type ChangeRoundBodyInput = z.input<typeof ChangeRoundBody>

export const changeRound = route({
  method: 'PATCH',
  path: '/round/api/v1/:id',
  access: 'user',
  summary: 'Change, open, close or reopen a round; for owner and editors',
  errors: ['ROUND_OPEN', 'ROUND_CLOSED'],
  params: IdParams,
  body: ChangeRoundBody,
  reply: one(Round),
})

export const openIsNotDeleted = 'Close this round instead: only drafts can be deleted.'

export const deleteRound = route({
  method: 'DELETE',
  path: '/round/api/v1/:id',
  access: 'user',
  summary: 'Delete a draft of a round; for owner and editors',
  params: IdParams,
  reply: Done,
})

export const newerVersion = (version: number) => `Version ${version} was uploaded while you were reviewing.`
export const notInRound = 'This file isn’t part of the round.'
export const noSuchVersion = 'This version doesn’t exist.'

export const DecideBody = z.object({
  files: z
    .array(z.object({ file: Id, version: VersionNumber, decision: DecisionKind, note: Note.default('') }))
    .min(1, { error: 'Choose at least one file.' })
    .max(500, { error: 'A review can have at most 500 files.' })
    .refine((files) => new Set(files.map(({ file }) => file)).size === files.length, {
      error: 'The same file is listed twice.',
    }),
  answers: z
    .array(
      Answer.extend({
        answer: z
          .string()
          .max(roundNoteMax, { error: `An answer can have at most ${roundNoteMax} characters.` }),
      }),
    )
    .max(questionsMax, { error: tooManyQuestions })
    .default([]),
})
export type DecideBody = z.output<typeof DecideBody>
export type DecideBodyInput = z.input<typeof DecideBody>

export const decide = route({
  method: 'PATCH',
  path: '/round/api/v1/decide/:id',
  access: 'writer',
  summary:
    'Decide about files in the versions you looked at; 409 with the newer version where there is one, and nothing is recorded',
  errors: ['VERSION_CHANGED', 'ROUND_CLOSED', 'EMAIL_UNVERIFIED'],
  params: IdParams,
  body: DecideBody,
  reply: one(Round),
})

/** One decision, or a change of one; each is kept. */
export const RoundDecision = z.object({
  _id: Id,
  person: Id,
  name: z.string(),
  /** May be gone from the review. */
  file: Id,
  fileName: z.string(),
  version: z.int(),
  /** Of the bytes of this version, in hex; null where unknown. */
  sha256: z.string().nullable(),
  decision: DecisionKind,
  note: z.string(),
  /** A later one of the same person about this file replaced it. */
  isReplaced: z.boolean(),
  /** About a version that is no longer the current one. */
  isOlder: z.boolean(),
  createdAt: Time,
})
export type RoundDecision = z.infer<typeof RoundDecision>

export const listDecisions = route({
  method: 'GET',
  path: '/round/api/v1/decisions/:id',
  access: 'anyone',
  summary: 'The decisions of a round with every change, newest first',
  params: IdParams,
  query: cursorQuery(50).extend({
    file: z.preprocess(first, Id.optional()),
    person: z.preprocess(first, Id.optional()),
  }),
  reply: cursorPage(RoundDecision).omit({ total: true }),
})

/** Live: read the rounds again. A deleted draft, or one that the reader may not see, is not sent. */
export const RoundChanged = z.object({
  _id: Id,
  review: Id,
  number: z.int(),
  state: RoundState,
  endsAt: Time,
})
export type RoundChanged = z.infer<typeof RoundChanged>

/** Live: someone decided, or changed their decision. */
export const DecisionMade = z.object({
  /** Of the round. */
  _id: Id,
  /** As a review shows it now. */
  round: ReviewRound,
  person: RoundPerson.pick({ _id: true, name: true, status: true, decidedAt: true }),
})
export type DecisionMade = z.infer<typeof DecisionMade>
