import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { noteMax } from './limits.ts'
import { cursorQuery, Done, list, one, searchWord } from './paging.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'

/** The caller's own, always: not even the owner of the workspace sees it. */
export const PrivateNote = z.object({
  _id: Id,
  workspace: Id,
  note: z.string(),
  version: z.int(),
  createdAt: Time,
  updatedAt: Time,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type PrivateNote = z.infer<typeof PrivateNote>

/** On its author's own stream; `note` is null once it is deleted. */
export const NoteChanged = z.object({ _id: Id, workspace: Id, note: PrivateNote.nullable() })

const Note = z
  .string({ error: 'Note is required' })
  .pipe(
    paragraph({
      max: noteMax,
      tooLong: `A note can have at most ${noteMax.toLocaleString('en')} characters.`,
    }),
  )
  .refine((note) => note !== '', { error: 'Note is required' })

export const createPrivateNote = route({
  method: 'POST',
  path: '/workspace/api/v1/private-note',
  access: 'user',
  status: 201,
  summary: 'Create a note only you can see',
  body: z.object({ workspace: Id, note: Note }),
  reply: one(PrivateNote),
})

export const updatePrivateNote = route({
  method: 'POST',
  path: '/workspace/api/v1/private-note/:id',
  access: 'user',
  summary: 'Edit a note; `version` guards it against concurrent changes',
  params: IdParams,
  body: z.object({ note: Note, version: z.int().optional() }),
  reply: one(PrivateNote),
})

export const listPrivateNotes = route({
  method: 'GET',
  path: '/workspace/api/v1/private-note/workspace/:id',
  access: 'user',
  summary: 'The caller’s own notes in a workspace, last changed first',
  params: IdParams,
  query: z.object({
    /** Beginnings of words. */
    word: searchWord(),
    cursor: cursorQuery().shape.cursor,
  }),
  /** As many as an answer holds. */
  reply: list(PrivateNote).extend({ nextCursor: z.string().nullable() }),
})

export const deletePrivateNote = route({
  method: 'DELETE',
  path: '/workspace/api/v1/private-note/:id',
  access: 'user',
  summary: 'Delete a note; it can be restored for 24 hours',
  params: IdParams,
  reply: Done,
})

export const restorePrivateNote = route({
  method: 'POST',
  path: '/workspace/api/v1/private-note/restore/:id',
  access: 'user',
  summary: 'Restore a deleted note',
  params: IdParams,
  reply: one(PrivateNote),
})
