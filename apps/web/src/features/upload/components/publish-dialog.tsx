import { useState } from 'react'
import { leaveWarning } from '#web/lib/leave-warning'
import { Dialog } from '#web/ui/dialog'
import { QuestionDialog } from '#web/ui/question-dialog'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './publish-dialog.module.css'
import { PublishForm } from './publish-form.tsx'
import { PublishedScreen } from './published-screen.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Upload dialog 2: the files, the review's name, Publish; then the success screen. */
export function PublishDialog() {
  const view = useUploads((session) => session.view)
  const busy = useUploads((session) => session.view === 'files' && isUploading(session))
  const isNew = useUploads((session) => session.queue.reviewId === null)
  const published = useUploads((session) => session.published)
  const isWarned = useUploads((session) => session.confirm !== null || session.conflict !== null)
  const [wantsStop, setWantsStop] = useState(false)
  const guard = useLeaveGuard()
  const isNarrow = useIsNarrow()

  const isStopping = wantsStop && busy
  const isAsking = isStopping || isWarned || guard.isAsking
  // Not in the same event: the question would take its Escape as an answer.
  const close = () => (busy ? void setTimeout(setWantsStop, 0, true) : uploads.close())
  const stop = () => {
    setWantsStop(false)
    uploads.stopAndClose()
  }
  return (
    <>
      <Dialog
        opened={view === 'files' || view === 'published'}
        onClose={close}
        isLeftByBack={busy}
        title={view === 'published' ? 'Published' : isNew ? 'Publish a review' : 'Upload Files'}
        size={view === 'published' ? 'sm' : 'xl'}
        fullScreen={isNarrow}
        trapFocus={!isAsking}
        closeOnEscape={!isAsking}
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{
          content: classes.content,
          header: classes.header,
          title: classes.title,
          body: classes.body,
        }}
      >
        {view === 'published' && published ? <PublishedScreen review={published} /> : <PublishForm />}
      </Dialog>
      <QuestionDialog
        opened={isStopping}
        title="Stop Uploads?"
        main={{ label: 'Continue Uploading', onChoose: () => setWantsStop(false) }}
        other={{ label: 'Stop & Close', onChoose: stop }}
        onDismiss={() => setWantsStop(false)}
      >
        <p>Files are still uploading. If you stop now, you can continue later.</p>
      </QuestionDialog>
      <QuestionDialog
        opened={guard.isAsking}
        isLeftByBack
        title="Leave this page?"
        main={{ label: 'Stay', onChoose: guard.stay }}
        other={{ label: 'Leave', onChoose: guard.leave }}
        onDismiss={guard.stay}
      >
        <p>{leaveWarning}</p>
      </QuestionDialog>
    </>
  )
}
