import { isBlank } from '@wingmark/contract/is-blank'
import type { PrivateNote } from '@wingmark/contract/private-notes'
import type { Draft } from '#web/features/comments/outbox/drafts'

/** `blank`: without text there is nothing to save. */
export type NoteState = 'saved' | 'writing' | 'saving' | 'failed' | 'conflict' | 'blank'

/** The server's state as known here; no version until it is stored. */
export type Saved = { id: string; text: string; version: number | null }

type Opened = { text: string; saved: Saved; state: NoteState }

/** A draft without a base counts as older than any note. */
const unknownBase = { text: '', version: 0 }

/** Opens a note with an earlier visit's unsaved words; if the note changed since, both are shown. */
export function openNote(note: Pick<PrivateNote, '_id' | 'note' | 'version'> | null, draft: Draft): Opened {
  if (!note) {
    const state = isBlank(draft.text) ? 'saved' : 'writing'
    return { text: draft.text, saved: { id: '', text: '', version: null }, state }
  }
  const base = draft.base ?? unknownBase
  const isOwn = ![base.text, note.note, ''].some((text) => isSame(text, draft.text))
  if (!isOwn) {
    const saved = { id: note._id, text: note.note, version: note.version }
    return { text: note.note, saved, state: 'saved' }
  }
  // Changed and changed back counts as unchanged.
  const isChanged = note.version > base.version && !isSame(note.note, base.text)
  const version = isChanged ? base.version : Math.max(note.version, base.version)
  const saved = { id: note._id, text: base.text, version }
  return { text: draft.text, saved, state: isChanged ? 'conflict' : 'writing' }
}

/** The state if nothing needs sending; otherwise null. */
export function stateWithoutSending(text: string, saved: Saved): NoteState | null {
  if (isSame(text, saved.text)) return 'saved'
  return isBlank(text) ? 'blank' : null
}

/** The server trims text. */
const isSame = (one: string, other: string): boolean => one.trim() === other.trim()
