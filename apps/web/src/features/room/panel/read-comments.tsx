import { ActionIcon } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useAi } from '#web/features/ai/queries'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { emptyDraft, giveBack } from '#web/features/comments/outbox/drafts'
import { useRoom } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './panel.module.css'

const ReadingDialog = lazily(
  () => import('#web/features/ai/read/reading-dialog').then((dialog) => dialog.ReadingDialog),
  (late, { onClose }) => <LateDialog late={late} what="The summary" onClose={onClose} />,
)

/** AI summaries and lists of changes, if AI may read the comments and the user wants it. */
export function ReadComments() {
  const { reviewId } = useRoom()
  const { review, files } = useReviewData()
  const file = useCurrentFile()
  const ai = useAi()
  const [isOpen, setOpen] = useState(false)
  if (!ai || !review.can.summarise) return null
  const close = () => setOpen(false)
  const post = (text: string) => {
    if (!file) return
    giveBack(draftSlots.general(reviewId, file._id, file.version), { ...emptyDraft, text })
    close()
  }
  return (
    <>
      <ActionIcon
        size={28}
        className={classes.tool}
        aria-label="Summarise the comments"
        title="Summary and list of changes, by AI"
        onClick={() => setOpen(true)}
      >
        <IconSparkles size={17} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <ReadingDialog
            review={review}
            file={file}
            fileName={(id) => (files.length > 1 ? (files.find((one) => one._id === id)?.name ?? null) : null)}
            onPost={file && review.can.comment ? post : null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
