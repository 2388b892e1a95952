import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { LightTable } from '#web/features/room/editor/light-table'
import { ReviewWords } from '#web/features/room/editor/review-words'
import { useLivePage } from '#web/features/room/editor/use-live-page'
import { useFileActions } from '#web/features/room/files/use-file-actions'
import { ConnectionNotice } from '#web/features/room/live/connection-notice'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { createRemovals } from '#web/lib/removals'
import { shareTokenOf } from '#web/lib/share-token'
import { useUndo } from '#web/lib/undo'
import { requestUpload } from '#web/lib/upload-request'
import { focusHeading } from '#web/ui/focus-heading'
import { PageMessage } from '#web/ui/page-message'
import classes from './editor.module.css'

/** All files of a review on a light table, with its name and description. Mount a new instance per review. */
export function Editor({ page }: { page: ReviewPage }) {
  const { review } = page
  const status = useLivePage(review._id)
  const [removals] = useState(() => createRemovals(() => shareTokenOf(review._id)))
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [sentence, announce] = useState('')
  useEffect(() => removals.start(), [removals])
  useUndo(focusHeading)

  const desk = {
    review,
    files: page.files.filter((file) => !hidden.includes(file._id)),
    removals,
    hide: (id: string, isHidden: boolean) =>
      setHidden((ids) => (isHidden ? [...ids, id] : ids.filter((one) => one !== id))),
    announce,
  }
  const actions = useFileActions(desk)
  return (
    <div className={classes.editor}>
      <header className={classes.head}>
        <Button
          component={Link}
          to={paths.review(review._id)}
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.back}
          aria-label="Back to review"
          title="Back to review"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          <span className={classes.backWord}>Back</span>
        </Button>
        <h1 className={classes.title} title={review.name}>
          {review.name}
        </h1>
        <span className={classes.total}>{formatCount(desk.files.length, 'file')}</span>
        <ConnectionNotice reviewId={review._id} status={status} />
      </header>
      <main id="content" className={classes.body}>
        <ReviewWords review={review} />
        {desk.files.length === 0 ? (
          <PageMessage order={2} title="No files yet" text="Files you add to the review are arranged here.">
            <Button onClick={() => requestUpload()}>Add files</Button>
          </PageMessage>
        ) : (
          <LightTable desk={desk} actions={actions} />
        )}
      </main>
      <VisuallyHidden aria-live="polite" role="log">
        {sentence}
      </VisuallyHidden>
    </div>
  )
}
