import type { AiReading } from '@wingmark/contract/ai'
import { Link } from 'react-router'
import { type FileName, parts, referenceName } from '#web/features/ai/read/as-markdown'
import { commentPath } from '#web/lib/paths'
import classes from './reading.module.css'

type Props = { reading: AiReading; nameOf: FileName; onOpen: () => void }

/** Each point with the numbers of its comments, which lead to their pins. */
export function ReadingPoints({ reading, nameOf, onOpen }: Props) {
  return parts.map(([part, heading]) => {
    const points = reading[part]
    if (points.length === 0) return null
    return (
      <section key={part} className={classes.part}>
        {heading && <h3 className={classes.heading}>{heading}</h3>}
        <ul className={classes.points}>
          {points.map(({ text, comments }) => (
            <li key={`${text} ${comments.map((one) => one._id).join(' ')}`}>
              {text}{' '}
              {comments.map((one) => (
                <Link
                  key={one._id}
                  to={commentPath(reading.review, one._id)}
                  className={classes.number}
                  onClick={onOpen}
                >
                  {referenceName(one, nameOf)}
                </Link>
              ))}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
