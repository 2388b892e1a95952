import { Button } from '@mantine/core'
import { isBlank } from '@wingmark/contract/is-blank'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { emptyMessage, tooLongMessage } from '#web/features/comments/composer/compose-state'
import { GrowingText } from '#web/features/comments/composer/growing-text'
import classes from '#web/features/comments/composer/message-form.module.css'
import { emptyDraft, keepDraft, readDraft } from '#web/features/comments/outbox/drafts'
import { messageForError } from '#web/lib/error-toast'
import { isKey } from '#web/lib/keys'

type Props = {
  text: string
  /** Where the draft is stored. */
  slot: string
  max: number
  /** With files, the text may be empty. */
  hasFiles: boolean
  isSaving: boolean
  error: Error | null
  /** `saved` ends the editing; until then the draft is kept. */
  onSave: (message: string, saved: () => void) => void
  onDone: () => void
}

/** Edits a sent message in place. The draft is kept until it is saved or discarded. */
export function EditWords({
  text: before,
  slot,
  max,
  hasFiles,
  isSaving,
  error,
  onSave,
  onDone: done,
}: Props) {
  const [kept] = useState(() => readDraft(slot))
  const [text, setText] = useState(kept.text || before)
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])

  const write = (next: string) => {
    setText(next)
    const base = kept.base ?? { text: before, version: 0 }
    keepDraft(slot, next === before ? emptyDraft : { ...emptyDraft, text: next, base })
  }
  const onDone = () => {
    keepDraft(slot, emptyDraft)
    done()
  }

  const save = () => {
    if (isSaving) return
    const message = text.trim()
    if (message === before) return onDone()
    if (isBlank(message) && !hasFiles) return setProblem(emptyMessage)
    if (message.length > max) return setProblem(tooLongMessage('message', max))
    onSave(message, onDone)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) save()
    if (!isKey(event, 'Escape')) return
    event.stopPropagation()
    onDone()
  }

  const words = problem ?? (error ? messageForError(error) : null)
  return (
    <div className={classes.form} onKeyDown={onKeyDown} role="group" aria-label="Edit">
      <GrowingText
        ref={field}
        value={text}
        max={max}
        onChange={write}
        onPaste={() => {}}
        isReadOnly={isSaving}
        label="Edit message"
        placeholder="Message"
      />
      {words && (
        <p role="alert" className={classes.error}>
          {words}
        </p>
      )}
      <div className={classes.actions}>
        <span className={classes.hint} />
        <Button variant="subtle" color="gray" size="xs" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" onClick={save} loading={isSaving}>
          Save
        </Button>
      </div>
    </div>
  )
}
