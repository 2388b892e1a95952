import type { PrivateNote } from '@wingmark/contract/private-notes'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import {
  emptyDraft,
  isEmptyDraft,
  joinTexts,
  keepDraft,
  readDraft,
  receiveDrafts,
  renameDrafts,
  takeLeftDrafts,
} from '#web/features/comments/outbox/drafts'
import { openNote, stateWithoutSending } from '#web/features/workspaces/notes/note-draft'
import { useSaveNote } from '#web/features/workspaces/notes/note-queries'
import { ApiError, isRefusal } from '#web/lib/api-error'
import { messageForError } from '#web/lib/error-toast'

/** After the last key. */
const saveMs = 600

/** The slot of a note's unsaved text. */
export const slotOfNote = (workspaceId: string, id: string) => `${workspaceId}.note.${id}`

/** Slots of new notes being sent. */
const sending = new Set<string>()

export const isSending = (slot: string): boolean => sending.has(slot)

/** A free storage slot for a new note: not that of the open note or of an unsaved one. */
export function freeSlot(workspaceId: string, open: string | null): string {
  let slot = slotOfNote(workspaceId, 'new')
  for (let n = 2; slot === open || isSending(slot) || !isEmptyDraft(readDraft(slot)); n += 1)
    slot = slotOfNote(workspaceId, `new.${n}`)
  return slot
}

/** How to resolve a conflict between this text and the other. */
export type Taken = 'mine' | 'theirs' | 'both'

type Options = {
  workspaceId: string
  note: PrivateNote | null
  newSlot: string
  onMade: (id: string) => void
}

/** A note's text: stored on this device with every key, saved shortly after the last one. */
export function useNote({ workspaceId, note, newSlot, onMade }: Options) {
  const slot = note ? slotOfNote(workspaceId, note._id) : newSlot
  useState(() => renameDrafts(note ? `note.${note._id}` : `note.new.${workspaceId}`, slot))
  const [opened] = useState(() => openNote(note, readDraft(slot)))
  const [text, setText] = useState(opened.text)
  const saved = useRef(opened.saved)
  const [state, setState] = useState(opened.state)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [key] = useState(() => uuid())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef(false)
  const latest = useRef(opened.text)
  const save = useSaveNote(workspaceId, note === null)

  const send = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current)
    const words = latest.current
    if (running.current) return
    const instead = stateWithoutSending(words, saved.current)
    if (instead) {
      keepDraft(slot, emptyDraft)
      setState(instead)
      takeNewer()
      return
    }
    running.current = true
    sending.add(slot)
    setState('saving')
    try {
      const { version } = saved.current
      saved.current = await save(saved.current, words, key)
      const isSame = latest.current === words
      keepDraft(slot, emptyDraft)
      if (!isSame) keep(slotOfNote(workspaceId, saved.current.id), latest.current)
      setState(isSame ? 'saved' : 'writing')
      if (version === null) onMade(saved.current.id)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      setState(status === 409 ? 'conflict' : 'failed')
      setRefusal(isRefusal(error) ? messageForError(error) : null)
    } finally {
      running.current = false
      sending.delete(slot)
    }
    if (latest.current !== words && saved.current.text === words) void send()
  })

  // Sends what an earlier visit could not save, and what is unsent on leaving.
  useEffect(() => {
    if (opened.state !== 'conflict') void send()
    return () => void send()
  }, [opened])

  const takeLeft = useEffectEvent(() => {
    const left = openNote(note, readDraft(slot))
    saved.current = left.saved
    latest.current = left.text
    setText(left.text)
    setState(left.state)
    if (left.state !== 'conflict') void send()
  })
  useEffect(() => {
    const giveUp = receiveDrafts(slot, () => {
      takeLeft()
      return true
    })
    void takeLeftDrafts(slot)
    return giveUp
  }, [slot])

  // Changed elsewhere without edits here: shows that.
  const takeNewer = useEffectEvent(() => {
    const { id, text: before, version } = saved.current
    if (!note || note._id !== id || note.version <= (version ?? 0)) return
    if (running.current || latest.current.trim() !== before.trim()) return
    saved.current = { id, text: note.note, version: note.version }
    latest.current = note.note
    setText(note.note)
  })
  useEffect(() => takeNewer(), [note])

  /** With its base, to notice whether that has changed when it is sent. */
  const keep = (at: string, words: string) => {
    const { text: before, version } = saved.current
    keepDraft(at, {
      ...emptyDraft,
      text: words,
      ...(version === null ? {} : { base: { text: before, version } }),
    })
  }

  const write = (next: string) => {
    latest.current = next
    setText(next)
    setState('writing')
    keep(slot, next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void send(), saveMs)
  }

  /** After a conflict. */
  const settle = (theirs: PrivateNote, taken: Taken) => {
    saved.current = { id: theirs._id, text: theirs.note, version: theirs.version }
    if (taken === 'theirs') keepDraft(slot, emptyDraft)
    const mine = latest.current
    latest.current = { mine, theirs: theirs.note, both: joinTexts(theirs.note, mine) }[taken]
    setText(latest.current)
    if (taken !== 'theirs') keep(slot, latest.current)
    void send()
  }

  return { text, write, state, refusal, retry: () => void send(), settle }
}
