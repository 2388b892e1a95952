import type { Author } from '@wingmark/contract/comments'
import type { ReactNode } from 'react'
import { TimeAgo } from '#web/features/room/panel/time-ago'
import classes from './comment.module.css'

type Props = { author: Pick<Author, 'name' | 'kind'>; at: string; isEdited?: boolean; children?: ReactNode }

export function AuthorLine({ author, at, isEdited, children }: Props) {
  return (
    <div className={classes.author}>
      <span className={classes.name}>{author.name}</span>
      {author.kind === 'GUEST' && <span className={classes.guest}>Guest</span>}
      <span className={classes.when}>
        <TimeAgo iso={at} />
        {isEdited && ' · edited'}
      </span>
      {children}
    </div>
  )
}
