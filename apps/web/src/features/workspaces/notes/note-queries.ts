import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  createPrivateNote,
  deletePrivateNote,
  listPrivateNotes,
  type PrivateNote,
  restorePrivateNote,
  updatePrivateNote,
} from '@wingmark/contract/private-notes'
import type { RouteReply } from '@wingmark/contract/route'
import { call } from '#web/lib/api'
import { makeOrChange } from '#web/lib/api-error'
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

type Given = { id: string; key: string; note: string; version: number | null }

/** Without a version the note is new; its key prevents duplicates. */
export function useSaveNote(workspaceId: string, isNew: boolean) {
  const keep = useKeepNote(workspaceId)
  return useMutation({
    mutationFn: async ({ id, key, note, version }: Given) => {
      const put = (at: string, from: number) =>
        call(updatePrivateNote, { params: { id: at }, body: { note, version: from } })
      const answer = await (version !== null
        ? put(id, version)
        : makeOrChange(
            () => call(createPrivateNote, { body: { workspace: workspaceId, note }, idempotencyKey: key }),
            // As created: a later change asks like any other.
            (made) => put(made, 1),
          ))
      return answer.result
    },
    onSuccess: keep,
    meta: { shown: [409, 422], instead: isNew ? 'Failed to create note' : 'Failed to update note' },
  })
}

export function useDeleteNote(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deletePrivateNote, { params: { id } }),
    onSuccess: (_, id) =>
      client.setQueryData<PrivateNote[]>(notesKey(workspaceId), (notes) =>
        notes?.filter((note) => note._id !== id),
      ),
  })
}

export function useRestoreNote(workspaceId: string) {
  const keep = useKeepNote(workspaceId)
  return useMutation({
    mutationFn: async (id: string) => (await call(restorePrivateNote, { params: { id } })).result,
    onSuccess: keep,
  })
}

/** Other pages of the same user update this one. */
export function useNotesElsewhere(workspaceId: string): void {
  const client = useQueryClient()
  const keep = useKeepNote(workspaceId)
  useUserEvents((event) => {
    if (event.event === 'reset') void client.invalidateQueries({ queryKey: notesKey(workspaceId) })
    if (event.event !== 'note.changed' || event.data.workspace !== workspaceId) return
    const { _id, note } = event.data
    if (note) keep(note)
    else
      client.setQueryData<PrivateNote[]>(notesKey(workspaceId), (notes) =>
        notes?.filter((one) => one._id !== _id),
      )
  })
}

function useKeepNote(workspaceId: string) {
  const client = useQueryClient()
  return (note: PrivateNote) =>
    client.setQueryData<PrivateNote[]>(notesKey(workspaceId), (notes) =>
      notes?.some((one) => one._id === note._id)
        ? notes.map((one) => (one._id === note._id && one.version <= note.version ? note : one))
        : [note, ...(notes ?? [])],
    )
}
