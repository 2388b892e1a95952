import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { isKey } from '#web/lib/keys'
import classes from './settings.module.css'

type Props = {
  /** The consequences. */
  children: ReactNode
  keep: string
  act: string
  busy: boolean
  onKeep: () => void
  onAct: () => void
}

/** Asks before something irreversible: its consequences, and both choices. */
export function AskFirst({ children, keep, act, busy, onKeep, onAct }: Props) {
  return (
    <div
      className={classes.row}
      data-warning
      role="group"
      aria-label={act}
      // Escape closes the question, not the whole dialog.
      data-mantine-stop-propagation
      onKeyDown={(event) => isKey(event, 'Escape') && onKeep()}
    >
      <p className={classes.question} role="status">
        {children}
      </p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" autoFocus onClick={onKeep}>
          {keep}
        </Button>
        <Button size="xs" loading={busy} onClick={onAct}>
          {act}
        </Button>
      </div>
    </div>
  )
}
