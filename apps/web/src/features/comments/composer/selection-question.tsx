import { Button } from '@mantine/core'
import { useId } from 'react'
import type { Asked } from '#web/features/comments/composer/use-attaching'
import classes from './message-form.module.css'

type Props = { asked: Asked; onTake: (files: readonly File[]) => void; onDismiss: () => void }

/** Asks before attaching large files, or the valid ones of a selection. */
export function SelectionQuestion({ asked, onTake, onDismiss }: Props) {
  const id = useId()
  return (
    <div
      role="alertdialog"
      aria-label="About the selected files"
      aria-describedby={id}
      className={classes.question}
    >
      <div id={id}>
        {/* Two files of the same name and size get the same sentence. */}
        {asked.sentences.map((sentence, index) => (
          <p key={index}>{sentence}</p>
        ))}
      </div>
      <div className={classes.answers}>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDismiss}>
          Cancel
        </Button>
        <Button size="compact-sm" variant="default" autoFocus onClick={() => onTake(asked.files)}>
          {asked.answer}
        </Button>
      </div>
    </div>
  )
}
