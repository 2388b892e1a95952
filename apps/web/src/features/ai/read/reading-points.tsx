import type { AiReading } from '@wingmark/contract/ai'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { type FileName, parts, referenceName } from '#web/features/ai/read/as-markdown'
import { commentPath } from '#web/lib/paths'
import classes from './reading.module.css'

type Props = { reading: AiReading; nameOf: FileName; onOpen: () => void }

/** Each point with the numbers of its comments, which link to their pins. */
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
              {text}
              <span className={classes.references}>
                {comments.map((one, n) => (
                  <Fragment key={one._id}>
                    {one.file !== comments[n - 1]?.file && nameOf(one.file) && (
                      <span className={classes.file}>{nameOf(one.file)}</span>
                    )}
                    <Link
                      to={commentPath(reading.review, one._id)}
                      className={classes.number}
                      aria-label={one.number === null ? undefined : referenceName(one, nameOf)}
                      onClick={onOpen}
                    >
                      {one.number === null ? 'whole file' : `#${one.number}`}
                    </Link>
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
