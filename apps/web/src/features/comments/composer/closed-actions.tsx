import { Button } from '@mantine/core'
import { copyWords } from '#web/lib/copy-words'
import classes from './message-form.module.css'

type Props = { why: string; text: string; onDiscard: () => void }

/** Replaces the send button when nothing can be sent any more: the text can be copied. */
export function ClosedActions({ why, text, onDiscard }: Props) {
  return (
    <>
      <p role="alert" className={classes.error}>
        {why}
      </p>
      <div className={classes.actions}>
        {text.trim() !== '' && (
          <Button variant="default" size="xs" onClick={() => void copyWords(text)}>
            Copy
          </Button>
        )}
        <Button variant="subtle" color="gray" size="xs" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </>
  )
}
