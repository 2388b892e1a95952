import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './invitation.module.css'

/** What the page is about, and a sentence under it. */
export function InvitationHeading({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Wingmark`)
  return (
    <div className={classes.heading}>
      <Title>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </div>
  )
}
