import type { Attachment } from '@wingmark/contract/comments'
import { Suspense, useState } from 'react'
import { Attachments } from '#web/features/comments/cards/attachments'
import { useRoom } from '#web/features/room/state/room-context'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const AttachmentViewer = lazily(
  () => import('#web/features/room/panel/attachment-viewer').then((viewer) => viewer.AttachmentViewer),
  (late, { onClose }) => <LateDialog late={late} what="The attachment" onClose={onClose} />,
)

const isViewed = ({ kind, state }: Attachment) => (kind === 'IMAGE' || kind === 'PDF') && state === 'READY'

/** A comment's or reply's attachments; pictures and PDFs open inside the room. */
export function ViewedAttachments({ files }: { files: readonly Attachment[] }) {
  const { isOnDevice } = useRoom()
  const [open, setOpen] = useState<Attachment | null>(null)
  const onOpen = (file: Attachment) => {
    if (isOnDevice || !isViewed(file)) return false
    setOpen(file)
    return true
  }
  return (
    <>
      <Attachments files={files} onOpen={onOpen} />
      {open && (
        <Suspense>
          <AttachmentViewer files={files.filter(isViewed)} first={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
