import type { ReactNode } from 'react'
import classes from './deliveries.module.css'

/** For a field's `inputContainer`: a button in the row of what is typed, whatever stands above and below it. */
export const besideInput = (button: ReactNode) => (input: ReactNode) => (
  <div className={classes.inputRow}>
    {input}
    {button}
  </div>
)
