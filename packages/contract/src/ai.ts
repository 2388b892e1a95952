import { z } from 'zod'
import { CommentStatus } from './comments.ts'
import { dayWords } from './days.ts'
import { Id, IdParams, Time } from './ids.ts'
import { messageMax } from './limits.ts'
import { first, one, oneOf } from './paging.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'

/** What a model writes in one answer to `generate`. */
export const aiAnswerMax = 2_000
/** The points of one summary or change list. */
export const aiReadingMax = 4_000
/** Comments that are read at once; more are read in parts, which are merged. */
export const aiPartComments = 200
/** Beyond this many comments the oldest are left out. */
export const aiCommentsMax = 1_000

export const aiNotSetUp = 'AI writing isn’t set up on this server.'
export const nothingToSummarise = 'There is nothing to summarise yet.'
export const aiMayNotRead = 'AI is off for this review. Its owner can turn it on.'
export const aiIsOff = 'You turned AI off for your account.'
export const aiIsWriting = 'One answer at a time. Wait for the current one to finish, or stop it.'

/** `1 December`. */
export const aiBackOn = (resetsAt: string) => dayWords(resetsAt.slice(0, 10), 'long', resetsAt.slice(0, 4))

/** `You have used this month’s 5,000 AI characters. They come back on 1 December.` */
export const aiUsedUp = (limit: number, resetsAt: string) =>
  `You’ve used this month’s ${limit.toLocaleString('en')} AI characters. They reset on ${aiBackOn(resetsAt)}.`

/** `4,200 AI characters are left this month.`, or that none are. */
export const aiLeft = ({ used, limit, resetsAt }: { used: number; limit: number; resetsAt: string }) =>
  used >= limit
    ? aiUsedUp(limit, resetsAt)
    : `${(limit - used).toLocaleString('en')} AI characters are left this month.`

/** The service that the operator has set up: a host of the network, or this server itself. */
export const AiHost = z.object({ host: z.string(), isLocal: z.boolean() })
export type AiHost = z.infer<typeof AiHost>

/** As the caller's profile has it; `isTold`: they know that what they have AI read goes to this host. */
export const AiOfAccount = AiHost.extend({ isOn: z.boolean(), isTold: z.boolean() })

export const AiStatus = z.object({
  model: oneOf(['OFF', 'READY', 'UNREACHABLE']),
  /** Missing where no service is set up. */
  name: z.string().optional(),
  host: z.string().optional(),
  isLocal: z.boolean().optional(),
  /** False where the caller has switched AI off for their account. */
  isOn: z.boolean(),
  /** Whether the caller knows which host their words go to. */
  isTold: z.boolean(),
})
export type AiStatus = z.infer<typeof AiStatus>

export const getAiStatus = route({
  method: 'GET',
  path: '/ai/api/v1/status',
  access: 'user',
  summary: 'Whether a language model is set up, responds, and is enabled by the caller',
  reply: one(AiStatus),
})

export const changeAiSettings = route({
  method: 'PATCH',
  path: '/ai/api/v1/status',
  access: 'user',
  summary: 'Turn AI on or off for your account, or confirm that you saw its host',
  body: z.object({
    isOn: z.boolean({ error: 'IsOn must be true or false.' }).optional(),
    isTold: z.literal(true, { error: 'IsTold can only be true.' }).optional(),
  }),
  reply: one(AiStatus),
})

export const aiKinds = ['CLEARER', 'ANSWER', 'TRANSLATE', 'DESCRIPTION', 'EXPERIENCE', 'MESSAGE'] as const
export const AiKind = oneOf(aiKinds)
export type AiKind = z.infer<typeof AiKind>

export const AiTone = oneOf(['FRIENDLY', 'FORMAL', 'SHORT'])
export type AiTone = z.infer<typeof AiTone>

/** By their codes, as they call themselves. */
export const aiLanguages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  cs: 'Čeština',
  sv: 'Svenska',
  da: 'Dansk',
  tr: 'Türkçe',
  uk: 'Українська',
  ar: 'العربية',
  he: 'עברית',
  hi: 'हिन्दी',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
} as const
export type AiLanguage = keyof typeof aiLanguages
export const AiLanguage = z.enum(Object.keys(aiLanguages) as [AiLanguage, ...AiLanguage[]], {
  error: 'Unknown language.',
})

export const GenerateBody = z
  .object({
    kind: AiKind,
    /** One’s own words. */
    text: paragraph({ max: messageMax, tooLong: `A text can have at most ${messageMax} characters.` }),
    tone: AiTone.optional(),
    language: AiLanguage.optional(),
    /**
     * With ANSWER: the comment to answer, where AI may read its review; `text` then says what to write, if anything.
     */
    comment: Id.optional(),
  })
  .refine(({ text, comment }) => text !== '' || comment !== undefined, {
    error: 'Write something first.',
    path: ['text'],
  })
  .refine(({ kind, comment }) => kind === 'ANSWER' || comment === undefined, {
    error: 'Only a reply can name a comment.',
    path: ['comment'],
  })
  .refine(({ kind, language }) => kind !== 'TRANSLATE' || language !== undefined, {
    error: 'Choose a language.',
    path: ['language'],
  })
export type GenerateBody = z.output<typeof GenerateBody>

const AiMeter = z.object({ used: z.int(), limit: z.int(), resetsAt: Time })

export const Generated = z.object({
  text: z.string(),
  /** Unicode characters that were charged. */
  characters: z.int(),
  /** The text was cut: the month's characters or the length of an answer were used up. */
  isCut: z.boolean(),
  meter: AiMeter,
})
export type Generated = z.infer<typeof Generated>

/** Sent one after the other where `Accept: text/event-stream` is sent. */
export const generateEvents = {
  words: z.object({ text: z.string() }),
  done: Generated,
  /** `characters` were generated before the failure and are charged. */
  failed: z.object({ code: z.string(), message: z.string(), characters: z.int() }),
}

export type GenerateEvent = {
  [N in keyof typeof generateEvents]: { name: N; data: z.infer<(typeof generateEvents)[N]> }
}[keyof typeof generateEvents]

export const generate = route({
  method: 'POST',
  path: '/ai/api/v1/generate',
  access: 'user',
  summary:
    'Suggest a new version of your own text; with Accept: text/event-stream as events `words`, then `done` or `failed`',
  body: GenerateBody,
  errors: ['PLAN_LIMIT'],
  reply: one(Generated),
})

export const AiReadingKind = oneOf(['SUMMARY', 'CHANGES'])
export type AiReadingKind = z.infer<typeof AiReadingKind>

/** A comment that a point is about. */
const AiReference = z.object({ _id: Id, file: Id, number: z.int().nullable(), page: z.int().nullable() })
export const AiPoint = z.object({ text: z.string(), comments: z.array(AiReference) })
export type AiPoint = z.infer<typeof AiPoint>

export const AiReading = z.object({
  _id: Id,
  kind: AiReadingKind,
  review: Id,
  file: Id.nullable(),
  status: CommentStatus.nullable(),
  /** In a change list: what to do, in order of place. */
  points: z.array(AiPoint),
  disagreements: z.array(AiPoint),
  questions: z.array(AiPoint),
  commentsRead: z.int(),
  /** Older comments that did not fit. */
  commentsLeftOut: z.int(),
  /** Comments that were too long to be read whole with all their replies. */
  commentsCut: z.int(),
  /** Comments that were added or changed since. */
  commentsSince: z.int(),
  characters: z.int(),
  /** Points were left out, because the month’s characters or an answer’s length were used up. */
  isCut: z.boolean(),
  createdAt: Time,
})
export type AiReading = z.infer<typeof AiReading>

const ReadingScope = z.object({ review: Id, file: Id.optional(), status: CommentStatus.optional() })
export type ReadingScope = z.output<typeof ReadingScope>

export const makeSummary = route({
  method: 'POST',
  path: '/ai/api/v1/summary',
  access: 'user',
  summary:
    'Summarise the comments of a review or a file; returns the existing summary while nothing has changed',
  body: ReadingScope,
  errors: ['PLAN_LIMIT'],
  reply: one(AiReading),
})

export const makeChanges = route({
  method: 'POST',
  path: '/ai/api/v1/changes',
  access: 'user',
  summary: 'List the changes that the comments of a review or a file ask for, by place',
  body: ReadingScope,
  errors: ['PLAN_LIMIT'],
  reply: one(AiReading),
})

export const getReading = route({
  method: 'GET',
  path: '/ai/api/v1/summary',
  access: 'user',
  summary: 'The caller’s existing summary or change list of these comments; costs nothing',
  query: z.object({
    review: z.preprocess(first, Id),
    file: z.preprocess(first, Id.optional()),
    status: z.preprocess(first, CommentStatus.optional()),
    kind: z.preprocess((value) => first(value) ?? 'SUMMARY', AiReadingKind),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'GONE', 'ACCESS_KEY_REQUIRED', 'INVALID_ACCESS_KEY'],
  reply: one(z.object({ reading: AiReading.nullable() })),
})

export const changeAiReading = route({
  method: 'PATCH',
  path: '/ai/api/v1/review/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Decide whether AI may read the comments of a review; for its owner',
  params: IdParams,
  body: z.object({ mayRead: z.boolean({ error: 'MayRead must be true or false.' }) }),
  reply: one(z.object({ _id: Id, mayRead: z.boolean() })),
})
