import { Box } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { MessageText } from '#web/features/comments/cards/message-text'
import { markStyle, PrintedPage } from '#web/features/room/print/printed-page'
import { pageCount } from '#web/features/room/state/page-source'
import { formatClock, formatDay } from '#web/lib/format'
import { hasNoAccount } from '#web/lib/has-no-account'
import classes from './print.module.css'

type Props = {
  file: File
  comments: readonly Comment[]
  /** The only page with a picture; omitted: all. */
  pictured?: number
}

/** A file's comments, page by page. */
export function PrintedFile({ file, comments, pictured }: Props) {
  if (comments.length === 0) return null
  const pages = pageCount(file)
  const isHere = ({ version }: Comment) => version === file.version
  const byPage = Map.groupBy(comments, ({ marker }) => (marker && marker.page <= pages ? marker.page : 0))
  return (
    <section className={classes.file}>
      <h2>{file.name}</h2>
      {[...byPage.keys()]
        .toSorted((a, b) => a - b)
        .map((page) => {
          const those = byPage.get(page) ?? []
          const hasPicture = page > 0 && file.state === 'READY' && (pictured ?? page) === page
          return (
            <div key={page} className={classes.page}>
              {page > 0 && pages > 1 && <h3>Page {page}</h3>}
              {hasPicture && <PrintedPage file={file} page={page} comments={those.filter(isHere)} />}
              <ol className={classes.comments}>
                {those.map((comment) => (
                  <PrintedComment key={comment._id} comment={comment} isHere={isHere(comment)} />
                ))}
              </ol>
            </div>
          )
        })}
    </section>
  )
}

function PrintedComment({ comment, isHere }: { comment: Comment; isHere: boolean }) {
  const { replies, replyCount, version } = comment
  return (
    <li className={classes.comment}>
      <Box component="span" className={classes.number} style={markStyle(comment)}>
        {comment.number ?? '–'}
      </Box>
      <div className={classes.words}>
        <p className={classes.author}>
          {byline(comment)}
          {!isHere && ` · Version ${version}`}
          {comment.status === 'RESOLVED' && ' · Resolved'}
        </p>
        {comment.deleted ? (
          <p>This comment was deleted.</p>
        ) : (
          <MessageText text={comment.message} isCut={comment.isCut} mentions={comment.mentionNames} />
        )}
        <Attached files={comment.files} />
        {replies.map((reply) => (
          <div key={reply._id} className={classes.reply}>
            <p className={classes.author}>{byline(reply)}</p>
            <MessageText text={reply.message} isCut={reply.isCut} mentions={reply.mentionNames} />
            <Attached files={reply.files} />
          </div>
        ))}
        {replyCount > replies.length && <p>{replyCount - replies.length} more in the review.</p>}
      </div>
    </li>
  )
}

const byline = ({ author, createdAt }: Pick<Comment, 'author' | 'createdAt'>) => {
  const time = `${formatDay(createdAt)}, ${formatClock(createdAt)}`
  return [author.name, ...(hasNoAccount(author) ? ['Guest'] : []), time].join(' · ')
}

/** Nothing opens on paper, so names must do. */
function Attached({ files }: Pick<Comment, 'files'>) {
  if (files.length === 0) return null
  return <p className={classes.author}>Attached: {files.map(({ name }) => name).join(', ')}</p>
}
