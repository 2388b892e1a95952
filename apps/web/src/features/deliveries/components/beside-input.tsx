import type { ReactNode } from 'react'
import classes from './deliveries.module.css'

/** For a field's `inputContainer`: puts a button beside the input, whatever is above and below. */
export const besideInput = (button: ReactNode) => (input: ReactNode) => (
  <div className={classes.inputRow}>
    {input}
    {button}
  </div>
)
