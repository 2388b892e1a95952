import { type MutationMeta, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listPrivateNotes, type PrivateNote } from '@wingmark/contract/private-notes'
import type { RouteReply } from '@wingmark/contract/route'
import { v4 as uuid } from 'uuid'
import { changeOf, type NoteInput } from '#web/features/workspaces/notes/note-changes'
import type { Saved } from '#web/features/workspaces/notes/note-draft'
import { call } from '#web/lib/api'
import { reading } from '#web/lib/query-reading'
import { useUserEvents } from '#web/lib/user-live'

export const notesKey = (workspaceId: string) => ['notes', workspaceId] as const

export function notesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: notesKey(workspaceId),
    queryFn: async (context) => {
      const notes = new Map<string, PrivateNote>()
      // Long ones exceed one answer.
      let cursor: string | null | undefined
      do {
        const query: { cursor?: string } = cursor ? { cursor } : {}
        const answer: RouteReply<typeof listPrivateNotes> = await call(listPrivateNotes, {
          params: { id: workspaceId },
          query,
          ...reading(context),
        })
        for (const note of answer.results) notes.set(note._id, note)
        cursor = answer.nextCursor
      } while (cursor !== null)
      return [...notes.values()]
    },
    meta: { instead: 'Failed to fetch private notes' },
  })
}

type Given = { input: NoteInput; key?: string }

/** Sends a change once, and shows it when it is saved; resolves to the note. */
export function useNoteChange(workspaceId: string, meta: MutationMeta = {}) {
  const show = useShowNotes(workspaceId)
  return useMutation({
    mutationFn: async ({ input, key = uuid() }: Given): Promise<PrivateNote | null> => {
      let saved: PrivateNote | null = null
      await changeOf(input).send({ saved: (note) => void (saved = note) }, input, { key })
      return saved
    },
    onSuccess: (saved, { input }) => show((notes) => (saved ? kept(notes, saved) : after(notes, input))),
    meta,
  })
}

/** Saves a text over what was saved before, once per key; resolves to what is saved then. */
export function useSaveNote(workspaceId: string, isNew: boolean) {
  const { mutateAsync } = useNoteChange(workspaceId, {
    shown: [409, 422],
    instead: isNew ? 'Failed to create note' : 'Failed to update note',
  })
  return async ({ id, version }: Saved, text: string, key: string): Promise<Saved> => {
    const input = { kind: 'write', workspace: workspaceId, note: id, text, version } as const
    const note = await mutateAsync({ input, key })
    return { id: note?._id ?? id, text, version: note?.version ?? version }
  }
}

/** Other pages of the same user update this one. */
export function useNotesElsewhere(workspaceId: string): void {
  const client = useQueryClient()
  const show = useShowNotes(workspaceId)
  useUserEvents((event) => {
    if (event.event === 'reset') void client.invalidateQueries({ queryKey: notesKey(workspaceId) })
    if (event.event !== 'note.changed' || event.data.workspace !== workspaceId) return
    const { _id, note } = event.data
    show((notes) => (note ? kept(notes, note) : after(notes, { kind: 'delete', note: _id })))
  })
}

type Notes = readonly PrivateNote[]

function useShowNotes(workspaceId: string) {
  const client = useQueryClient()
  return (change: (notes: Notes) => Notes) =>
    client.setQueryData<Notes>(notesKey(workspaceId), (notes) => notes && change(notes))
}

const after = (notes: Notes, input: NoteInput): Notes => changeOf(input).apply?.(notes, input, {}) ?? notes

/** New ones come first. */
const kept = (notes: Notes, note: PrivateNote): Notes =>
  notes.some((one) => one._id === note._id)
    ? notes.map((one) => (one._id === note._id && one.version <= note.version ? note : one))
    : [note, ...notes]
