import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './two-versions.module.css'

type Props = {
  title: string
  /** Null while it is fetched. */
  now: string | null
  mine: string
  /** What can be done about it. */
  children: ReactNode
}

/** Words that came after others for the same place: both are shown, and one of them is taken. */
export function TwoVersions({ title, now, mine, children }: Props) {
  return (
    <Alert title={title} role="alert" className={classes.root}>
      <dl className={classes.versions}>
        <dt>Now</dt>
        <dd>{now === null ? 'Loading…' : now || '(empty)'}</dd>
        <dt>Yours</dt>
        <dd>{mine || '(empty)'}</dd>
      </dl>
      <Group gap="xs">{children}</Group>
    </Alert>
  )
}
