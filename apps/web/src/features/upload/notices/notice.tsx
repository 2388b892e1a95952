import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

type Props = { title?: string; actions?: ReactNode; children: ReactNode }

/** A sentence in an upload dialog, with its actions. */
export function Notice({ title, actions, children }: Props) {
  return (
    <Alert
      color="gray"
      role="status"
      title={title}
      classNames={{ root: classes.notice, message: classes.message }}
    >
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </Alert>
  )
}
