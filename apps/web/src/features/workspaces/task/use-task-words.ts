import { taskTitleMin } from '@wingmark/contract/limits'
import { getTask, type Task } from '@wingmark/contract/tasks'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  emptyDraft,
  keepDraft,
  readDraft,
  renameDrafts,
  takeLeftDrafts,
} from '#web/features/comments/outbox/drafts'
import type { TextField } from '#web/features/workspaces/task/changes/task-changes'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'

/** The text, and what it was based on. */
type Draft = { text: string; base: string; version: number }

/** A task's text while edited: stored on this device until saved. */
export function useTaskWords(task: Task, field: TextField, changes: TaskChanges) {
  const slot = `${task.workspace}.task.${task._id}.${field}`
  useState(() => renameDrafts(`task.${task._id}.${field}`, slot))
  const begun = (text: string): Draft => ({ text, base: task[field], version: task.version })
  const readKept = (): Draft | null => {
    const { text, base } = readDraft(slot)
    if (text === '' || text === task[field]) return null
    // Sent with its base, so that others' changes since are not overwritten.
    return base ? { text, base: base.text, version: base.version } : begun(text)
  }
  const [draft, setDraft] = useState(readKept)
  const [theirs, setTheirs] = useState<Task | null>(null)
  const [isUnsaved, setUnsaved] = useState(draft !== null)
  const takeLeft = useEffectEvent(() => {
    const left = readKept()
    setDraft(left)
    setUnsaved(left !== null)
  })
  useEffect(() => void takeLeftDrafts(slot).then(({ length }) => length > 0 && takeLeft()), [slot])

  const write = (text: string) => {
    const next = draft ? { ...draft, text } : begun(text)
    setDraft(next)
    keepDraft(slot, { ...emptyDraft, text, base: { text: next.base, version: next.version } })
  }

  const drop = () => {
    setDraft(null)
    setTheirs(null)
    setUnsaved(false)
    keepDraft(slot, emptyDraft)
  }

  /** True once nothing is left to do here. */
  const save = async (): Promise<boolean> => {
    if (!draft) return true
    const text = field === 'title' ? draft.text.replaceAll('\n', ' ').trim() : draft.text.trim()
    if (text === draft.base.trim() || (field === 'title' && text.length < taskTitleMin)) {
      drop()
      return true
    }
    return send(draft, text)
  }

  const send = async (written: Draft, text: string): Promise<boolean> => {
    setUnsaved(false)
    try {
      const saved = await changes.write(task, { ...written, field, text })
      setTheirs(null)
      if (readDraft(slot).text === written.text) keepDraft(slot, emptyDraft)
      // Edits made meanwhile continue from the text being saved.
      setDraft((now) =>
        now && now.text !== written.text ? { text: now.text, base: text, version: saved.version } : null,
      )
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await findTheirs()
      else setUnsaved(true)
      return false
    }
  }

  /** Someone else changed the same text. */
  const findTheirs = async () => {
    try {
      setTheirs((await call(getTask, { params: { id: task._id } })).result)
    } catch {
      setUnsaved(true)
    }
  }

  const keepMine = () => {
    if (draft && theirs)
      void send({ ...draft, base: theirs[field], version: theirs.version }, draft.text.trim())
  }

  return { text: draft?.text ?? task[field], theirs, isUnsaved, write, drop, save, keepMine }
}
