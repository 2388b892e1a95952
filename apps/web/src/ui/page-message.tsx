import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './page-message.module.css'

type Props = {
  title: string
  text?: ReactNode
  picture?: ReactNode
  /** Stands before what can be done. */
  before?: ReactNode
  children?: ReactNode
  order?: 1 | 2
  /** It is all of the page, and the window is called after it. */
  isPage?: boolean
}

/** A quiet message in the middle of a page or a panel: nothing here, not found, did not load. */
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
