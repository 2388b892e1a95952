import type { PrivateNote } from '@wingmark/contract/private-notes'
import { useEffect } from 'react'
import { draftsChanged, draftsOf, takeLeftDrafts } from '#web/features/comments/outbox/drafts'
import { openNote } from '#web/features/workspaces/notes/note-draft'
import { isSending, slotOfNote } from '#web/features/workspaces/notes/use-note'
import { useStore } from '#web/lib/store'

/** Unsaved words on this device; `id` of the note that they change, null for a new one. */
export type WaitingNote = { slot: string; id: string | null; text: string }

/** This tab's unsaved notes. One that was deleted meanwhile becomes new. */
export function waitingNotes(workspaceId: string, notes: readonly PrivateNote[]): WaitingNote[] {
  const bySlot = new Map(notes.map((note) => [slotOfNote(workspaceId, note._id), note]))
  return draftsOf(slotOfNote(workspaceId, ''))
    .filter(
      ({ slot, draft }) => !isSending(slot) && openNote(bySlot.get(slot) ?? null, draft).state !== 'saved',
    )
    .map(({ slot, draft }) => ({ slot, id: bySlot.get(slot)?._id ?? null, text: draft.text }))
}

/** Including those that closed tabs left. */
export function useWaitingNotes(workspaceId: string, notes: readonly PrivateNote[]): WaitingNote[] {
  useStore(draftsChanged, (count) => count)
  useEffect(() => void takeLeftDrafts(slotOfNote(workspaceId, '')), [workspaceId])
  return waitingNotes(workspaceId, notes)
}
