import { Button, Textarea } from '@mantine/core'
import { versionNoteMax } from '@wingmark/contract/limits'
import { useState } from 'react'
import { isCommandKey, isKey } from '#web/lib/keys'
import classes from './version-list.module.css'

type Props = { number: number; note: string; onSave: (note: string) => void; onCancel: () => void }

export function NoteForm({ number, note, onSave, onCancel }: Props) {
  const [text, setText] = useState(note)
  const save = () => onSave(text.trim())
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        aria-label={`Note on version ${number}`}
        placeholder="What’s new in this version?"
        data-autofocus
        autoFocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={versionNoteMax}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isCommandKey(event, 'Enter')) save()
          if (!isKey(event, 'Escape')) return
          event.stopPropagation()
          onCancel()
        }}
      />
      <div className={classes.answers}>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="compact-sm" type="submit">
          Save note
        </Button>
      </div>
    </form>
  )
}
