import type { ReactNode } from 'react'
import classes from './panel.module.css'

/** A quiet box around related content; `isPadded` if the content has no padding. */
export function Panel({ children, isPadded = false }: { children: ReactNode; isPadded?: boolean }) {
  return (
    <div className={classes.root} data-padded={isPadded || undefined}>
      {children}
    </div>
  )
}
