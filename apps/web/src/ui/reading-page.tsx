import type { ReactNode } from 'react'
import { Page } from '#web/ui/page'
import classes from './reading-page.module.css'

/** A page of text; its headings are h2. */
export function ReadingPage({
  title,
  end,
  children,
}: {
  title: string
  end: ReactNode
  children: ReactNode
}) {
  return (
    <Page title={title} width="reading">
      <div className={classes.root}>{children}</div>
      <nav aria-label="About Wingmark" className={classes.about}>
        {end}
      </nav>
    </Page>
  )
}
