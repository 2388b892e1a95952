import { linkify } from '#web/features/comments/cards/linkify'
import classes from '#web/features/room/panel/comment.module.css'

/** A message as it was written; web addresses can be followed. */
export function MessageText({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p className={classes.message}>
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
