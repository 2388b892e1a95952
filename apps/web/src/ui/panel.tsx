import type { ReactNode } from 'react'
import classes from './panel.module.css'

/** A quiet box around what belongs together; `isPadded` where its content brings no room of its own. */
export function Panel({ children, isPadded = false }: { children: ReactNode; isPadded?: boolean }) {
  return (
    <div className={classes.root} data-padded={isPadded || undefined}>
      {children}
    </div>
  )
}
