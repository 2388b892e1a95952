import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { one } from './paging.ts'
import { DecisionKind, RoundOutcome, RoundState } from './rounds.ts'
import { route } from './route.ts'

const SummaryDecision = z.object({
  name: z.string(),
  decision: DecisionKind,
  /** The version that it was made on. */
  version: z.int(),
  isOlder: z.boolean(),
  note: z.string(),
  decidedAt: Time,
})

/** What was approved, by whom, when, and the bytes of each file. */
export const RoundSummary = z.object({
  _id: Id,
  review: z.object({ _id: Id, name: z.string() }),
  number: z.int(),
  state: RoundState,
  outcome: RoundOutcome,
  endsAt: Time,
  timeZone: z.string(),
  closedAt: Time.nullable(),
  reason: z.string(),
  files: z.array(
    z.object({
      file: Id,
      name: z.string(),
      version: z.int(),
      /** Of the bytes of this version, in hex; null until they are summed. */
      sha256: z.string().nullable(),
      outcome: RoundOutcome,
      decisions: z.array(SummaryDecision),
    }),
  ),
  questions: z.array(
    z.object({ text: z.string(), answers: z.array(z.object({ name: z.string(), answer: z.string() })) }),
  ),
  /** Notes, answers or decisions were cut; `GET …/decisions/{id}` has all. */
  isCut: z.boolean(),
  /** One page, for members: an address that works without a header for a minute. */
  pdf: z.object({ url: z.string(), expiresAt: Time }).nullable(),
})
export type RoundSummary = z.infer<typeof RoundSummary>

export const getRoundSummary = route({
  method: 'GET',
  path: '/round/api/v1/summary/:id',
  access: 'anyone',
  summary: 'What was decided in a round about each file, with the version and checksum, and as a PDF',
  params: IdParams,
  reply: one(RoundSummary),
})
