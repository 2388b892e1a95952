import { Box, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import { wholeReviewCommentsQuery } from '#web/features/comments/queries'
import {
  asCsv,
  asMarkdown,
  type Change,
  type ChangesOfFile,
  changesOf,
  countOf,
  countsInWords,
  leftOut,
} from '#web/features/room/panel/change-list'
import { choiceOf } from '#web/features/room/state/choice'
import { pageCount, previewUrl } from '#web/features/room/state/page-source'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { downloadText } from '#web/lib/download-text'
import { authorName } from '#web/lib/has-no-account'
import { commentPath } from '#web/lib/paths'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import { LoadError } from '#web/ui/load-error'
import { useCopy } from '#web/ui/use-copy'
import classes from './changes.module.css'

/** All open comments as one list of changes, for export. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const { reviewId } = useRoom()
  const { files, review } = useReviewData()
  useFocusBack()
  const { data, isError, refetch } = useQuery({ ...wholeReviewCommentsQuery(reviewId, 'OPEN'), staleTime: 0 })
  const changes = data ? changesOf(files, data.comments) : null
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Change list"
      size="lg"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!changes && isError && <LoadError what="The comments" onRetry={() => void refetch()} />}
      {!changes && !isError && <Skeleton height={240} />}
      {changes?.length === 0 && <p className={classes.none}>This review has no open comments.</p>}
      {changes && changes.length > 0 && (
        <List name={review.name} files={changes} isAll={data?.isAll ?? true} onClose={onClose} />
      )}
    </Dialog>
  )
}

function List({
  name,
  files,
  isAll,
  onClose,
}: {
  name: string
  files: readonly ChangesOfFile[]
  isAll: boolean
  onClose: () => void
}) {
  const { reviewId } = useRoom()
  const { copied, copy } = useCopy()
  const linkOf = (id: string) => new URL(commentPath(reviewId, id), window.location.origin).href
  const given = { name, files, isAll, linkOf }
  return (
    <>
      <p className={classes.facts}>{countsInWords(files)}</p>
      {!isAll && <p className={classes.facts}>{leftOut}</p>}
      <div className={classes.tools}>
        <Button size="xs" data-autofocus onClick={() => void copy(asMarkdown(given))}>
          {copied ? 'Copied' : 'Copy as Markdown'}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => downloadText(`${name} changes.md`, asMarkdown(given), 'text/markdown')}
        >
          Download .md
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => downloadText(`${name} changes.csv`, asCsv(given), 'text/csv')}
        >
          Download .csv
        </Button>
      </div>
      <VisuallyHidden role="status">{copied ? 'Change list copied.' : ''}</VisuallyHidden>
      {files.map((one) => (
        <section key={one.file._id}>
          <h3 className={classes.file}>
            {one.file.name} <span className={classes.count}>{countOf(one)}</span>
          </h3>
          {one.pages.map(({ page, changes }) => (
            <div key={page ?? 'file'}>
              {(pageCount(one.file) > 1 || page === null) && (
                <h4 className={classes.page}>{page === null ? 'Whole file' : `Page ${page}`}</h4>
              )}
              <ul className={classes.list}>
                {changes.map((change) => (
                  <Row key={change.comment._id} file={one.file} change={change} onClose={onClose} />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </>
  )
}

type RowProps = { file: File; change: Change; onClose: () => void }

function Row({ file, change: { comment, page, like }, onClose }: RowProps) {
  const { store } = useRoom()
  const show = () => {
    onClose()
    store.dispatch({ do: 'choose', comment: choiceOf(comment), from: 'link' })
  }
  return (
    <li>
      <button type="button" className={classes.row} title="Show on design" onClick={show}>
        {page !== null && comment.marker && file.state === 'READY' ? (
          <Crop url={previewUrl(file, page)} x={comment.marker.x} y={comment.marker.y} />
        ) : (
          <span className={classes.crop} />
        )}
        <span className={classes.words}>
          <span className={classes.message}>
            {comment.number !== null && <strong>{comment.number} </strong>}
            {comment.message}
            {comment.isCut && '…'}
          </span>
          <span className={classes.author}>
            {authorName(comment.author)}
            {like.length > 0 && ` · Similar to ${like.join(', ')}`}
          </span>
        </span>
      </button>
    </li>
  )
}

/** A comment's place, cropped from the page's preview. */
function Crop({ url, x, y }: { url: string; x: number; y: number }) {
  const style = { backgroundImage: `url("${url}")`, backgroundPosition: `${x * 100}% ${y * 100}%` }
  return <Box component="span" className={classes.crop} style={style} aria-hidden />
}
