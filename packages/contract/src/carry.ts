import { z } from 'zod'
import { CommentStatus } from './comments.ts'
import { GivenTime, Id, IdParams, Time } from './ids.ts'
import { Carried, Marker, place } from './markers.ts'
import { first, one, oneOf } from './paging.ts'
import { route } from './route.ts'
import { VersionNumber } from './versions.ts'

/** In one answer; `toCheck` and `checked` count all. */
export const fixesMax = 1_000

const decidedAt = GivenTime.nullable()
  .optional()
  .describe('When the decision that the caller saw was made, null for none; another one answers 409.')

const Decider = z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() })

/** What a person said about a comment. PLACED: they dragged its pin, or said that it is gone. */
const Checked = z.object({
  result: z.enum(['ACCEPTED', 'REOPENED', 'PLACED']),
  /** Null for a deleted account. */
  by: Decider.nullable(),
  decidedAt: Time,
})

/** A comment that is to check on a version, or was checked there. */
export const Fix = z.object({
  /** The comment. */
  _id: Id,
  file: Id,
  version: z.int(),
  status: CommentStatus,
  /** Null while its pin is not carried. */
  carried: Carried.nullable(),
  /** Null: nobody has. */
  checked: Checked.nullable(),
  can: z.object({
    /** Drag its pin, say that it is gone, accept it, or say "not yet". */
    decide: z.boolean(),
  }),
})
export type Fix = z.infer<typeof Fix>

const Point = z.tuple([place, place])
const Pair = z.tuple([Point, Point])
const Pairs = z.tuple([Pair, Pair])
export type AlignmentPairs = z.infer<typeof Pairs>

// A pure value: setting the former pairs, or null, undoes a change.
/** Where two places of the page that unsure pins come from are on this page. */
export const Alignment = z.object({
  version: z.int(),
  page: z.int(),
  pairs: Pairs.nullable(),
  by: Decider.nullable(),
  decidedAt: Time.nullable(),
})
export type Alignment = z.infer<typeof Alignment>

/** FRESH: it was started without the pins of earlier ones. FAILED: `error` says why, and someone may try again. */
const CarryState = z.enum(['CARRYING', 'READY', 'FAILED', 'FRESH'])

export const Fixes = z.object({
  version: z.int(),
  state: CarryState,
  error: z.string().nullable(),
  toCheck: z.int(),
  checked: z.int(),
  alignments: z.array(Alignment),
  /** Changed, unsure, moved, unchanged, not found; of each the oldest first. */
  fixes: z.array(Fix).max(fixesMax),
  can: z.object({
    /** Align a page by hand, and carry again what failed. */
    align: z.boolean(),
  }),
})
export type Fixes = z.infer<typeof Fixes>

export const listFixes = route({
  method: 'GET',
  path: '/review/api/v1/fixes/:id',
  access: 'anyone',
  summary:
    'Comments made on other versions of a file as they stand on one: what is to check, and what was checked by whom',
  params: IdParams.describe('The file.'),
  query: z.object({
    version: z
      .preprocess(first, z.coerce.number().pipe(VersionNumber).optional())
      .describe('The current version by default.'),
  }),
  reply: one(Fixes),
})

/** A place; `gone`: it is nowhere on this version; `undo`: as it was carried, without what a person said. */
export const CarryBody = z.union([
  z.object({ version: VersionNumber, marker: Marker, decidedAt }),
  z.object({ version: VersionNumber, gone: z.literal(true), decidedAt }),
  z.object({ version: VersionNumber, undo: z.literal(true), decidedAt }),
])
export type CarryBody = z.output<typeof CarryBody>
export type CarryBodyInput = z.input<typeof CarryBody>

export const placeCarried = route({
  method: 'PATCH',
  path: '/comment/api/v1/carry/:id',
  access: 'writer',
  summary:
    'Say where the pin of a comment is on a later version, or that it is gone, or take that back; for those who may resolve it',
  errors: ['DECIDED', 'VERSION_CHANGED'],
  params: IdParams,
  body: CarryBody,
  reply: one(Fix),
})

export const AlignBody = z.object({
  version: VersionNumber,
  page: z.int().min(1).max(100_000).default(1).describe('Of this version.'),
  pairs: Pairs.nullable().describe(
    'Two places, each on the page that the pins come from and on this page; null takes the alignment back.',
  ),
  decidedAt,
})
export type AlignBody = z.output<typeof AlignBody>

export const alignPage = route({
  method: 'POST',
  path: '/file/api/v1/align/:id',
  access: 'writer',
  summary:
    'Move all unsure pins of a page by two pairs of places; they stay unsure until someone confirms each. For owner and editors',
  errors: ['DECIDED', 'VERSION_CHANGED'],
  params: IdParams,
  body: AlignBody,
  reply: one(Alignment),
})

export const decideFix = route({
  method: 'PATCH',
  path: '/comment/api/v1/fix/:id',
  access: 'writer',
  summary:
    'Accept what became of a comment, which resolves it; keep it open as seen; or take either back. For those who may resolve it',
  errors: ['DECIDED', 'VERSION_CHANGED'],
  params: IdParams,
  body: z.object({
    version: VersionNumber,
    result: oneOf(['ACCEPTED', 'REOPENED', 'UNCHECKED']),
    decidedAt,
  }),
  reply: one(Fix),
})

/** Live, to everyone who may see earlier versions: read the comments as they stand on it again. */
export const CarryReady = z.object({ _id: Id.describe('The file.'), version: z.int(), state: CarryState })

export const carryAgain = route({
  method: 'POST',
  path: '/file/api/v1/carry/:id',
  access: 'writer',
  summary: 'Carry pins onto a version again after that failed; for owner and editors',
  errors: ['VERSION_CHANGED'],
  params: IdParams,
  body: z.object({ version: VersionNumber }),
  reply: one(CarryReady),
})
