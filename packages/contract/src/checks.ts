import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { one, oneOf } from './paging.ts'
import { route } from './route.ts'

/** What the server finds by itself on a design; only owner and editors see it until someone publishes it. */
export const checkRules = [
  'CONTRAST',
  'TEXT_SIZE',
  'RESOLUTION',
  'MARGIN',
  'SPELLING',
  'COLORS',
  'FILE',
] as const
export const CheckRule = oneOf(checkRules)
export type CheckRule = z.infer<typeof CheckRule>

export const Severity = oneOf(['HIGH', 'MEDIUM', 'LOW'])
export type Severity = z.infer<typeof Severity>

/** In fractions of the page, from its upper left corner. */
const Region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type Region = z.infer<typeof Region>

export const FindingState = oneOf(['OPEN', 'PUBLISHED', 'DISMISSED'])

export const Finding = z.object({
  _id: Id,
  file: Id,
  rule: CheckRule,
  severity: Severity,
  page: z.int(),
  /** Null where it concerns the whole page. */
  region: Region.nullable(),
  /** The text that it concerns. */
  words: z.string().nullable(),
  /** The single word that it concerns. */
  word: z.string().nullable(),
  /** The reading: `2.9:1, needs 4.5:1`. */
  says: z.string(),
  /** A proposed beginning for a comment about it. */
  proposal: z.string(),
  /** The colours that it concerns, as `#rrggbb`. */
  swatches: z.array(z.string()),
  /** True where words were not read with certainty. */
  maybe: z.boolean(),
  state: FindingState,
  comment: Id.nullable(),
})
export type Finding = z.infer<typeof Finding>

const Medium = oneOf(['SCREEN', 'PRINT'])
export type Medium = z.infer<typeof Medium>
const Scale = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'Choose one of: 1, 2, 3' })
const Side = z
  .int({ error: 'Size must be a whole number of 1 or more.' })
  .min(1, { error: 'Size must be a whole number of 1 or more.' })
  .max(100_000, { error: 'Size must be at most 100,000.' })

/** Its words are known everywhere; other languages come from the operator’s dictionaries. */
export const languageOfAll = 'en'
const languageIsUnknown = { error: 'Unknown language.' }
export const Language = z.string(languageIsUnknown).regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/, languageIsUnknown)
const languagesMax = 10

/** What the designs of a review are for; null is guessed from each file's size. */
export const Brief = z.object({
  medium: Medium.nullable(),
  scale: Scale.nullable(),
  /** Pixels at 1×, or millimetres in print. */
  width: Side.nullable(),
  height: Side.nullable(),
  strictness: oneOf(['AA', 'AAA']),
  /** Languages of its texts; if empty, all that the server knows. */
  languages: z.array(Language).max(languagesMax, { error: `At most ${languagesMax} languages.` }),
  /** Whether files are checked as they come. */
  checksUploads: z.boolean({ error: 'ChecksUploads must be true or false.' }),
})
export type Brief = z.infer<typeof Brief>

export const defaultBrief: Brief = {
  medium: null,
  scale: null,
  width: null,
  height: null,
  strictness: 'AA',
  languages: [],
  checksUploads: false,
}

export const CheckState = oneOf(['QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'FAILED'])
export type CheckState = z.infer<typeof CheckState>

export const CheckRun = z.object({
  _id: Id,
  file: Id,
  state: CheckState,
  /** Pages of a PDF; parts of a large picture, which are read one after the other. */
  pagesDone: z.int(),
  pages: z.int(),
  rules: z.array(CheckRule),
  /** Rules that could not run, and why. */
  notRun: z.array(z.object({ rule: CheckRule, why: z.string() })),
  /** What kind of design the file was taken for. */
  takenFor: z.object({ medium: Medium, scale: Scale }).nullable(),
  /** Findings that were not stored. */
  more: z.int(),
  /** Why it failed, in words. */
  error: z.string().nullable(),
  createdAt: Time,
  finishedAt: Time.nullable(),
})
export type CheckRun = z.infer<typeof CheckRun>

/** Pages of a PDF beyond this are not checked. */
export const checkedPagesMax = 100
/** Most findings stored for one run. */
export const findingsMax = 300

export const startCheck = route({
  method: 'POST',
  path: '/ai/api/v1/check/:id',
  access: 'user',
  status: 201,
  summary: 'Check a file; returns a queued or running check as it is',
  params: IdParams,
  body: z.object({
    rules: z
      .array(CheckRule)
      .min(1, { error: 'Choose at least one rule.' })
      .max(checkRules.length, { error: `At most ${checkRules.length} rules.` })
      .optional(),
  }),
  reply: one(CheckRun),
})

export const getCheck = route({
  method: 'GET',
  path: '/ai/api/v1/check/:id',
  access: 'user',
  summary:
    'The newest check of a file with its findings, the brief of its review, and the available languages',
  params: IdParams,
  reply: one(
    z.object({
      run: CheckRun.nullable(),
      findings: z.array(Finding),
      brief: Brief,
      languages: z.array(z.string()),
    }),
  ),
})
export type CheckOfFile = z.infer<typeof getCheck.reply>['result']

export const stopCheck = route({
  method: 'DELETE',
  path: '/ai/api/v1/check/:id',
  access: 'user',
  summary: 'Stop a queued or running check of a file',
  params: IdParams,
  reply: one(z.object({ run: CheckRun.nullable() })),
})

export const checkReview = route({
  method: 'POST',
  path: '/ai/api/v1/check/review/:id',
  access: 'user',
  status: 201,
  summary: 'Check all files of a review',
  params: IdParams,
  reply: one(z.object({ files: z.int() })),
})

export const changeFinding = route({
  method: 'PATCH',
  path: '/ai/api/v1/finding/:id',
  access: 'user',
  summary: 'Dismiss or reopen a finding; it stays dismissed in later checks of the review',
  params: IdParams,
  body: z.object({ state: oneOf(['OPEN', 'DISMISSED']) }),
  reply: one(Finding),
})

export const changeBrief = route({
  method: 'PATCH',
  path: '/ai/api/v1/brief/:id',
  access: 'user',
  summary: 'Set the brief: what the designs of a review are for',
  params: IdParams,
  body: Brief.partial(),
  reply: one(Brief),
})

/** Most words in a person's own dictionary. */
export const ownWordsMax = 1_000
const OwnWord = z
  .string({ error: 'Enter at least one word.' })
  .trim()
  .toLowerCase()
  .regex(/^\p{L}[\p{L}'’]{0,39}$/u, { error: 'A word can have at most 40 letters and no spaces.' })
const OwnWords = z
  .array(OwnWord, { error: 'Send a list of words.' })
  .max(ownWordsMax, { error: `At most ${ownWordsMax.toLocaleString('en')} words.` })

export const listOwnWords = route({
  method: 'GET',
  path: '/ai/api/v1/words',
  access: 'user',
  summary: 'Your dictionary: words never flagged for you in any review',
  reply: one(z.object({ words: z.array(z.string()) })),
})

export const changeOwnWords = route({
  method: 'PATCH',
  path: '/ai/api/v1/words',
  access: 'user',
  summary: 'Add or remove words of your dictionary',
  body: z.object({ add: OwnWords.optional(), remove: OwnWords.optional() }),
  reply: one(z.object({ words: z.array(z.string()) })),
})
