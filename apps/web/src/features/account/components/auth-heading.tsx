import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './auth-heading.module.css'

/** Title of a sign-in page, and a sentence below it. */
export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  useWindowTitle(title)
  return (
    <div className={classes.root}>
      <Title>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </div>
  )
}
