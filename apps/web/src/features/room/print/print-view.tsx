import { Box, Button, Checkbox } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { Review } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { Link } from 'react-router'
import { MessageText } from '#web/features/comments/cards/message-text'
import { markStyle, PrintedPage } from '#web/features/room/print/printed-page'
import { pageCount } from '#web/features/room/state/page-source'
import { formatCount, formatDay } from '#web/lib/format'
import { hasNoAccount } from '#web/lib/has-no-account'
import { paths } from '#web/lib/paths'
import classes from './print.module.css'

type Props = { review: Review; files: readonly File[]; comments: readonly Comment[] }

/** All comments of a review on paper: each page that was commented on with its numbers, and what they say below. */
export function PrintView({ review, files, comments }: Props) {
  const [isOpenOnly, setOpenOnly] = useState(false)
  const [today] = useState(() => formatDay(new Date().toISOString()))
  const shown = comments.filter((comment) => !isOpenOnly || comment.status === 'OPEN')
  const byFile = Map.groupBy(shown, (comment) => comment.file)
  return (
    <div className={classes.print}>
      <div className={classes.tools}>
        <Button component={Link} to={paths.review(review._id)} variant="default">
          Back to the review
        </Button>
        <Button onClick={() => window.print()}>Print</Button>
        <Checkbox
          label="Open comments only"
          checked={isOpenOnly}
          onChange={(event) => setOpenOnly(event.currentTarget.checked)}
        />
      </div>
      <h1>{review.name}</h1>
      {review.description && <p className={classes.description}>{review.description}</p>}
      <p className={classes.facts}>
        {formatCount(shown.length, 'comment')} · {review.owner.name} · {today}
      </p>
      {review.commentCount > comments.length && (
        <p>Only the first {formatCount(comments.length, 'comment')} are here; export them to have all.</p>
      )}
      {shown.length === 0 && <p>There is no comment to print.</p>}
      {files.map((file) => (
        <PrintedFile key={file._id} file={file} comments={byFile.get(file._id) ?? []} />
      ))}
    </div>
  )
}

function PrintedFile({ file, comments }: { file: File; comments: readonly Comment[] }) {
  if (comments.length === 0) return null
  const pages = pageCount(file)
  const byPage = Map.groupBy(comments, ({ marker }) => (marker && marker.page <= pages ? marker.page : 0))
  return (
    <section className={classes.file}>
      <h2>{file.name}</h2>
      {[...byPage.keys()]
        .toSorted((a, b) => a - b)
        .map((page) => {
          const those = byPage.get(page) ?? []
          return (
            <div key={page} className={classes.page}>
              {page > 0 && pages > 1 && <h3>Page {page}</h3>}
              {page > 0 && file.state === 'READY' && <PrintedPage file={file} page={page} comments={those} />}
              <ol className={classes.comments}>
                {those.map((comment) => (
                  <PrintedComment key={comment._id} comment={comment} />
                ))}
              </ol>
            </div>
          )
        })}
    </section>
  )
}

function PrintedComment({ comment }: { comment: Comment }) {
  const { replies, replyCount } = comment
  return (
    <li className={classes.comment}>
      <Box component="span" className={classes.number} style={markStyle(comment)}>
        {comment.number ?? '–'}
      </Box>
      <div className={classes.words}>
        <p className={classes.author}>
          {byline(comment)}
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

/** As the PDF has it. */
const byline = ({ author, createdAt }: Pick<Comment, 'author' | 'createdAt'>) =>
  [author.name, ...(hasNoAccount(author) ? ['Guest'] : []), formatDay(createdAt)].join(' · ')

/** On paper nothing opens, so their names have to do. */
function Attached({ files }: Pick<Comment, 'files'>) {
  if (files.length === 0) return null
  return <p className={classes.author}>Attached: {files.map(({ name }) => name).join(', ')}</p>
}
