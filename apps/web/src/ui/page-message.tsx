import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './page-message.module.css'

type Props = {
  title: string
  text?: ReactNode
  picture?: ReactNode
  /** Before the actions. */
  before?: ReactNode
  children?: ReactNode
  order?: 1 | 2
  /** It is the whole page, and names the window. */
  isPage?: boolean
}

/** A quiet message in the middle of a page or panel: empty, not found, failed. */
export function PageMessage({ title, text, picture, before, children, order = 1, isPage = false }: Props) {
  useWindowTitle(isPage ? title : undefined)
  return (
    <div className={classes.root}>
      {picture && (
        <div className={classes.picture} aria-hidden>
          {picture}
        </div>
      )}
      <Title order={order} size="h2">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" className={classes.text}>
          {text}
        </Text>
      )}
      {before}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
