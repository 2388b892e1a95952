import { Button } from '@mantine/core'
import { IconMessageCirclePlus } from '@tabler/icons-react'
import { Suspense, useRef, useState } from 'react'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const Dialog = lazily(
  () => import('#web/features/workspaces/task/from-review-dialog').then((part) => part.FromReviewDialog),
  (late, { onClose }) => <LateDialog late={late} what="The reviews" onClose={onClose} />,
)

/** Creates tasks from a review's open comments. */
export function FromReview({ workspaceId }: { workspaceId: string }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconMessageCirclePlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        From a review…
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog workspaceId={workspaceId} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
