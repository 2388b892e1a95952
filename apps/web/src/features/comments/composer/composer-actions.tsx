import { ActionIcon, Button } from '@mantine/core'
import { IconAt, IconPaperclip } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { ComposerHelp } from '#web/features/comments/composer/composer-help'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { writeAt } from '#web/features/comments/composer/mention-field'
import { acceptAttribute } from '#web/lib/choose-files'
import classes from './message-form.module.css'

type Props = {
  place: ComposerPlace
  answers: string | undefined
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  chooser: RefObject<HTMLInputElement | null>
  submit: string
  /** What sending waits for. */
  waiting: string | null
  onWrite: (text: string) => void
  onFiles: (files: readonly File[]) => void
  onSend: () => void
  onKeepWriting: () => void
  onCancel: (() => void) | undefined
}

const accept = acceptAttribute('COMMENT')
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The row below the text: attaching, AI and sending. */
export function ComposerActions({ place, answers, text, field, chooser, submit, waiting, ...rest }: Props) {
  const { onWrite, onFiles, onSend, onKeepWriting, onCancel } = rest
  return (
    <div className={classes.actions}>
      {waiting === null && place.upload && (
        <ActionIcon
          size={32}
          aria-label="Attach file"
          title="Attach file, or paste an image"
          onClick={() => chooser.current?.click()}
        >
          <IconPaperclip size={17} stroke={1.75} />
        </ActionIcon>
      )}
      {waiting === null && place.people && (
        <ActionIcon
          size={32}
          aria-label="Mention someone"
          title="Mention someone"
          onClick={() => writeAt(field.current, onWrite)}
        >
          <IconAt size={17} stroke={1.75} />
        </ActionIcon>
      )}
      {waiting === null && (
        <ComposerHelp place={place} answers={answers} text={text} onUse={onWrite} field={field} />
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        accept={accept}
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {waiting === null ? (
        <span className={classes.hint}>
          <span>
            <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd> sends
          </span>
        </span>
      ) : (
        <span className={classes.sending}>{waiting}</span>
      )}
      {waiting !== null && (
        <Button variant="subtle" color="gray" size="xs" onClick={onKeepWriting}>
          Keep writing
        </Button>
      )}
      {waiting === null && onCancel && (
        <Button variant="subtle" color="gray" size="xs" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button size="xs" className={classes.send} onClick={onSend} loading={waiting !== null}>
        {submit}
      </Button>
    </div>
  )
}
