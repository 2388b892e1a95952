import type { ReactNode } from 'react'
import classes from './split-screen.module.css'

/** A narrow column to work in and, if there is room, a picture beside it. */
export function SplitScreen({
  header,
  footer,
  picture,
  children,
}: {
  header: ReactNode
  footer?: ReactNode
  picture: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.root}>
      <div className={classes.left}>
        <header className={classes.header}>{header}</header>
        <main className={classes.main}>{children}</main>
        {footer && <footer className={classes.footer}>{footer}</footer>}
      </div>
      <div className={classes.right} aria-hidden>
        <div className={classes.picture}>{picture}</div>
      </div>
    </div>
  )
}
