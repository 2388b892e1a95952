import { Button } from '@mantine/core'
import { clientMessages } from '@wingmark/contract/errors'
import { useEffect, useRef } from 'react'
import { formatCount } from '#web/lib/format'
import { clearToasts } from '#web/lib/toast'
import { MissingFiles } from '../notices/missing-files.tsx'
import { NoRoom } from '../notices/no-room.tsx'
import { Notice } from '../notices/notice.tsx'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isLineLost } from '../upload-session.ts'

/** Notices about the files, with actions. */
export function UploadNotices() {
  const missing = useUploads((session) => session.missing)
  const items = useUploads((session) => session.queue.items)
  return (
    <>
      <LostLine />
      <NoRoom items={items} onRetry={() => uploads.send({ type: 'roomMade' })} />
      <MissingFiles
        missing={missing}
        onForget={uploads.forgetMissing}
        onReopen={() => void uploads.reopenMissing()}
      />
      <StoppedSelection />
    </>
  )
}

function LostLine() {
  if (!useUploads(isLineLost)) return null
  return (
    <Notice title={clientMessages.network}>
      <p>The upload resumes automatically as soon as the connection is back.</p>
    </Notice>
  )
}

/** What to do with the others; a toast has reported each refused file. */
function StoppedSelection() {
  const stopped = useUploads((session) => session.stopped)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [stopped])
  if (!stopped) return null
  const { rest, total } = stopped
  return (
    <Notice
      actions={
        <Button
          ref={button}
          data-autofocus
          size="compact-sm"
          onClick={() => {
            // They would lie over the dialogs that follow.
            clearToasts()
            uploads.addRest()
          }}
        >
          {rest.length === 1 ? 'Upload the other one' : `Upload the other ${rest.length}`}
        </Button>
      }
    >
      <p>
        {total - rest.length} of {formatCount(total, 'file')} can’t be uploaded.
      </p>
    </Notice>
  )
}
