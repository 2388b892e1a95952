import { Alert, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './two-versions.module.css'

type Props = {
  title: string
  /** Null while loading. */
  now: string | null
  mine: string
  /** The actions. */
  children: ReactNode
}

/** A conflict: shows both texts, and the user takes one. */
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
