import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './auth-heading.module.css'

type Props = {
  title: string
  /** In the window's title, if that says more. */
  name?: string
  children: ReactNode
}

/** Title of a sign-in page, and a sentence below it. */
export function AuthHeading({ title, name = title, children }: Props) {
  useWindowTitle(name)
  return (
    <div className={classes.root}>
      <Title>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </div>
  )
}
