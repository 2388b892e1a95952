import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { mobileBreakpointPx } from '@wingmark/contract/limits'
import { useState } from 'react'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './publish-dialog.module.css'
import { PublishForm } from './publish-form.tsx'
import { PublishedScreen } from './published-screen.tsx'
import { QuestionDialog } from './question-dialog.tsx'

/** Upload dialog 2: the files on their way, the review's name, Publish; then the success screen. */
export function PublishDialog() {
  const view = useUploads((session) => session.view)
  const busy = useUploads(isUploading)
  const isNew = useUploads((session) => session.queue.reviewId === null)
  const published = useUploads((session) => session.published)
  const [isAsking, setAsking] = useState(false)
  const isPhone = useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`)

  const stop = () => {
    setAsking(false)
    uploads.stopAndClose()
  }
  return (
    <>
      <Modal
        opened={view === 'files' || view === 'published'}
        onClose={() => (busy && view === 'files' ? setAsking(true) : uploads.close())}
        title={view === 'published' ? null : isNew ? 'Publish a review' : 'Add files to the review'}
        size={view === 'published' ? 'sm' : 'xl'}
        fullScreen={isPhone}
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
      </Modal>
      <QuestionDialog
        opened={isAsking && busy && view === 'files'}
        title="Stop Uploads?"
        main={{ label: 'Continue Uploading', onChoose: () => setAsking(false) }}
        other={{ label: 'Stop & Close', onChoose: stop }}
        onDismiss={() => setAsking(false)}
      >
        <p>Files are still uploading. If you stop, they wait here, and you can go on later.</p>
      </QuestionDialog>
    </>
  )
}
