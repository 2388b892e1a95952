import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './auth-heading.module.css'

/** Title of a page on the way in, and a sentence under it. */
export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Wingmark`)
  return (
    <div className={classes.root}>
      <Title>{title}</Title>
      <Text c="dimmed">{children}</Text>
    </div>
  )
}
