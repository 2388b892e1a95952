import { linkify } from '#web/features/comments/cards/linkify'
import classes from './message-text.module.css'

type Props = {
  text: string
  /** Shows its beginning only. */
  isCut?: boolean
}

/** A message as it was written; web addresses can be followed. */
export function MessageText({ text, isCut = false }: Props) {
  if (text === '') return null
  return (
    <p className={classes.message} data-cut={isCut}>
      {linkify(text).map((part, i) =>
        part.href ? (
          <a key={i} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
