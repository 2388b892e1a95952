import { Textarea } from '@mantine/core'
import { noteMax } from '@wingmark/contract/limits'
import type { KeyboardEvent, RefObject } from 'react'
import { notePartsOf, toggled, type Written, withNextBox } from '#web/features/workspaces/notes/note-marks'
import { isKey } from '#web/lib/keys'
import classes from './note-paper.module.css'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onWrite: (text: string) => void
  /** Also moves the caret. */
  onWriteAt: (written: Written) => void
}

/** Plain text, overlaid with usable tick boxes and links in place. */
export function NotePaper({ field, text, onWrite, onWriteAt }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { shiftKey, currentTarget: area } = event
    if (!isKey(event, 'Enter') || shiftKey) return
    if (area.selectionStart !== area.selectionEnd) return
    const next = withNextBox({ text, caret: area.selectionStart })
    if (!next || next.text.length > noteMax) return
    event.preventDefault()
    onWriteAt(next)
  }
  return (
    <div className={classes.root}>
      <Textarea
        ref={field}
        aria-label="Note"
        placeholder="Write a private note…"
        autosize
        minRows={12}
        classNames={{ input: classes.paper ?? '' }}
        value={text}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={`${classes.paper} ${classes.marks}`}>
        {notePartsOf(text).map((part, at) =>
          part.kind === 'text' ? (
            part.text
          ) : part.kind === 'link' ? (
            <a key={at} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
              {part.text}
            </a>
          ) : (
            <button
              key={at}
              type="button"
              role="checkbox"
              aria-checked={part.isTicked}
              aria-label={part.of === '' ? 'Tick box' : part.of}
              // Keeps the caret.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onWrite(toggled(text, part.at))}
            >
              {part.text}
            </button>
          ),
        )}
      </div>
    </div>
  )
}
