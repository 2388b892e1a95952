import { lengthWords } from '#web/lib/length-words'
import classes from './length-note.module.css'

/** Below a long text: nothing is cut, so it says how much is too much while editing. */
export function LengthNote({ length, max }: { length: number; max: number }) {
  const words = lengthWords(length, max)
  if (words === null) return null
  return (
    <p className={classes.note} data-over={length > max || undefined} role="status">
      {words}
    </p>
  )
}
