import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './invitation.module.css'

/** The page's title, and a sentence below it. */
export function InvitationHeading({ title, children }: { title: string; children: ReactNode }) {
  useWindowTitle(title)
  return (
    <div className={classes.heading}>
      <Title>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </div>
  )
}
