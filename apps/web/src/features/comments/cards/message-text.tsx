import { linkify, type TextPart } from '#web/features/comments/cards/linkify'
import { splitMentions } from '#web/features/comments/cards/split-mentions'
import classes from './message-text.module.css'

type Props = {
  text: string
  /** Shows only its beginning. */
  isCut?: boolean
  /** False: web addresses stay plain text. */
  hasLinks?: boolean
  /** Names mentioned in it, as written. */
  mentions?: readonly string[]
}

const noNames: readonly string[] = []

/** A message as written, with links for web addresses. */
export function MessageText({ text, isCut = false, hasLinks = true, mentions = noNames }: Props) {
  if (text === '') return null
  const parts: TextPart[] = hasLinks ? linkify(text) : [{ text }]
  return (
    <p className={classes.message} data-cut={isCut}>
      {parts.map((part, i) =>
        part.href ? (
          <a key={i} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
            {part.text}
          </a>
        ) : (
          <Named key={i} text={part.text} names={mentions} />
        ),
      )}
    </p>
  )
}

function Named({ text, names }: { text: string; names: readonly string[] }) {
  return splitMentions(text, names).map((part, i) =>
    part.isMention ? (
      <span key={i} className={classes.mention}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
}
