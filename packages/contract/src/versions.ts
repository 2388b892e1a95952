import { z } from 'zod'
import { File } from './files.ts'
import { Id, IdParams, Time } from './ids.ts'
import { versionNoteMax } from './limits.ts'
import { list, one } from './paging.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'

const mistake = { error: 'A version must be a whole number of 1 or more.' }

/** Where a comment is made; the current one if omitted. */
export const VersionNumber = z.int(mistake).min(1, mistake).max(2_000_000_000, mistake)
const GivenNumber = z.coerce.number().pipe(VersionNumber)

/** For a list of comments: those made on a version, or on it and earlier ones. */
export const madeOn = {
  version: GivenNumber.optional().describe('Only comments made on this version.'),
  until: GivenNumber.optional().describe('Only comments made on this version or earlier ones.'),
  onVersion: GivenNumber.optional().describe(
    'All comments as they stand on this version: those made on another gain `carried`. Open ones if `status` is omitted.',
  ),
}

const Note = paragraph({
  max: versionNoteMax,
  tooLong: `A note can have at most ${versionNoteMax} characters.`,
})

export const Version = z.object({
  number: z.int(),
  isCurrent: z.boolean(),
  note: z.string(),
  /** No pins of other versions are carried onto it. */
  startsFresh: z.boolean(),
  /** Whose storage it is charged to. */
  by: z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() }),
  createdAt: Time,
  /** Open comments that were made on it. */
  openCount: z.int(),
  /** All comments that were made on it: they go with it when it is removed. */
  commentCount: z.int(),
  can: z.object({
    /** Change its note. */
    edit: z.boolean(),
    makeCurrent: z.boolean(),
    /** False for the only one left. */
    delete: z.boolean(),
    download: z.boolean(),
  }),
  /** As it was in this version, with its own key, addresses and counts. */
  file: File,
})
export type Version = z.infer<typeof Version>

const VersionParams = IdParams.extend({ number: GivenNumber })

const Added = File.extend({
  /** The number of the new version. It becomes the current one unless it has no preview. */
  added: z.int(),
})

export const addVersion = route({
  method: 'POST',
  path: '/file/api/v1/version/:id',
  access: 'user',
  summary:
    'Add a file of your own, not in any review, as the next version of this file, which keeps its id and place',
  status: 201,
  params: IdParams,
  body: z.object({
    file: Id,
    note: Note.default(''),
    startFresh: z.boolean().default(false).describe('Carry no pins of other versions onto it.'),
  }),
  reply: one(Added),
})

export const listVersions = route({
  method: 'GET',
  path: '/file/api/v1/versions/:id',
  access: 'anyone',
  summary: 'All versions of a file, newest first; callers limited to the current version get only that one',
  params: IdParams,
  reply: list(Version),
})

export const changeVersion = route({
  method: 'PATCH',
  path: '/file/api/v1/version/:id/:number',
  access: 'user',
  summary: 'Change the note of a version, or make it the current one',
  params: VersionParams,
  body: z.object({ note: Note.optional(), current: z.literal(true).optional() }),
  reply: one(Version),
})

export const onlyVersionStays =
  'This is the only version of the file, so it can’t be removed. Delete the file instead.'

export const deleteVersion = route({
  method: 'DELETE',
  path: '/file/api/v1/version/:id/:number',
  access: 'user',
  summary:
    'Remove a version with its comments; it can be restored for 24 hours. If it was the current one, the newest left becomes current',
  params: VersionParams,
  reply: one(File),
})

export const restoreVersion = route({
  method: 'POST',
  path: '/file/api/v1/restore-version/:id/:number',
  access: 'user',
  summary:
    'Restore a version that was removed within 24 hours, with its comments; if it was the current one, it is current again',
  params: VersionParams,
  reply: one(File),
})
