import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './page.module.css'

type Props = {
  title: string
  /** In the window's title, if that says more. */
  name?: string
  note?: ReactNode
  /** Before the title: the person's picture. */
  picture?: ReactNode
  actions?: ReactNode
  /** `wide`: the window's width, for side-by-side layouts. */
  width?: 'reading' | 'list' | 'wide'
  children: ReactNode
}

/** A page below the header: title, actions, content. */
export function Page({ title, name = title, note, picture, actions, width = 'list', children }: Props) {
  useWindowTitle(name)
  return (
    <div className={classes.root} data-width={width}>
      <div className={classes.head}>
        {picture}
        <div className={classes.words} data-beside={picture !== undefined || undefined}>
          <Title>{title}</Title>
          {note && <p className={classes.note}>{note}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export function PageSection({
  id,
  title,
  end,
  children,
}: {
  /** For links to it. */
  id?: string
  title: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {end}
      </div>
      {children}
    </section>
  )
}
