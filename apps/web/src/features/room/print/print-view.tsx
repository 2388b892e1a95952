import { Button, Checkbox } from '@mantine/core'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { Review } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { Link } from 'react-router'
import { PrintedFile } from '#web/features/room/print/printed-file'
import { formatCount, formatDay } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import classes from './print.module.css'

type Props = { review: Review; files: readonly File[]; comments: readonly Comment[] }

/** A review on paper: each commented page with its numbers, and the comments below. */
export function PrintView({ review, files, comments }: Props) {
  const [isOpenOnly, setOpenOnly] = useState(false)
  const [today] = useState(() => formatDay(new Date().toISOString()))
  const shown = comments.filter((comment) => !isOpenOnly || comment.status === 'OPEN')
  const byFile = Map.groupBy(shown, (comment) => comment.file)
  return (
    <div className={classes.print}>
      <div className={classes.tools}>
        <Button component={Link} to={paths.review(review._id)} variant="default">
          Back to review
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
        {formatCount(shown.length, 'comment')} · <bdi>{review.owner.name}</bdi> · {today}
      </p>
      {review.commentCount > comments.length && (
        <p>Only the first {formatCount(comments.length, 'comment')} are shown; export to get all of them.</p>
      )}
      {shown.length === 0 && <p>No comments to print.</p>}
      {files.map((file) => (
        <PrintedFile key={file._id} file={file} comments={byFile.get(file._id) ?? []} />
      ))}
    </div>
  )
}
