import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog'
import classes from './question-dialog.module.css'

type Answer = { label: string; onChoose: () => void }

type Props = {
  opened: boolean
  title: string
  children: ReactNode
  /** The likeliest answer, which has the focus. */
  main: Answer
  other: Answer
  /** On Escape, or a click outside. */
  onDismiss: () => void
  /** It asks before leaving the page. */
  isLeftByBack?: boolean
}

/** A question with two answers, above other dialogs. */
export function QuestionDialog({ opened, title, children, main, other, onDismiss, ...rest }: Props) {
  return (
    <Dialog
      {...rest}
      opened={opened}
      onClose={onDismiss}
      title={title}
      size="sm"
      zIndex={300}
      withCloseButton={false}
      classNames={{ title: classes.title, body: classes.body }}
    >
      {children}
      <div className={classes.answers}>
        <Button variant="default" onClick={other.onChoose}>
          {other.label}
        </Button>
        <Button data-autofocus onClick={main.onChoose}>
          {main.label}
        </Button>
      </div>
    </Dialog>
  )
}
