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
  /** `full`: the window's width, for side-by-side layouts. */
  width?: 'wide' | 'reading' | 'full'
  children: ReactNode
}

/** A page below the header: title, actions, content. */
export function Page({ title, name = title, note, picture, actions, width = 'wide', children }: Props) {
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
  title,
  end,
  children,
}: {
  title: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes.section} aria-label={title}>
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
