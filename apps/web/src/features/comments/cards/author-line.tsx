import type { Author } from '@wingmark/contract/comments'
import type { ReactNode } from 'react'
import { TimeAgo } from '#web/features/comments/cards/time-ago'
import { hasNoAccount } from '#web/lib/has-no-account'
import { Face } from '#web/ui/face'
import classes from './author-line.module.css'

type Props = {
  /** Without `_id` until the server has it. */
  author: Pick<Author, 'name' | 'kind'> & Partial<Pick<Author, '_id' | 'avatar' | 'color' | 'isDeleted'>>
  at: string
  isEdited?: boolean
  /** By someone else since the last visit. */
  isNew?: boolean
  children?: ReactNode
}

export function AuthorLine({ author, at, isEdited, isNew, children }: Props) {
  const isGuest = hasNoAccount(author)
  return (
    <div className={classes.author} data-guest={isGuest} data-new={isNew}>
      <span className={classes.face}>
        <Face
          connectionId={author._id ?? null}
          name={author.name}
          src={author.avatar}
          size={18}
          color={author.color}
        />
      </span>
      <span className={classes.name} title={author.name}>
        {author.name}
      </span>
      {isGuest && <span className={classes.guest}>Guest</span>}
      {isNew && <span className={classes.new}>new</span>}
      <span className={classes.rest}>
        <span className={classes.when}>
          <TimeAgo iso={at} />
        </span>
        {isEdited && <span className={classes.when}>edited</span>}
      </span>
      {children}
    </div>
  )
}
