import { Alert, Button } from '@mantine/core'
import { clientMessages } from '@wingmark/contract/errors'
import type { ReactNode } from 'react'
import { formatCount } from '#web/lib/format'
import { namesOf } from '#web/lib/name-files'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isLineLost } from '../upload-session.ts'
import classes from './upload-notices.module.css'

/** What the person should know about the files, and may do about it. */
export function UploadNotices() {
  return (
    <>
      <LostLine />
      <MissingFiles />
      <StoppedSelection />
    </>
  )
}

function LostLine() {
  if (!useUploads(isLineLost)) return null
  return (
    <Notice title={clientMessages.network}>
      <p>The upload goes on by itself, where it stopped, as soon as the connection is back.</p>
    </Notice>
  )
}

function MissingFiles() {
  const missing = useUploads((session) => session.missing)
  if (missing.length === 0) return null
  const canReopen = missing.some((file) => file.handle)
  const wasOrWere = missing.length === 1 ? 'was' : 'were'
  return (
    <Notice
      actions={
        <>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={uploads.forgetMissing}>
            Forget {missing.length === 1 ? 'it' : 'them'}
          </Button>
          {canReopen && (
            <Button size="compact-sm" variant="default" onClick={() => void uploads.reopenMissing()}>
              Go on
            </Button>
          )}
        </>
      }
    >
      <p>
        {formatCount(missing.length, 'file')} {wasOrWere} not finished: <strong>{namesOf(missing)}</strong>.{' '}
        {canReopen ? 'Go on, or choose' : 'Choose'} {missing.length === 1 ? 'it' : 'them'} again to go on.
      </p>
    </Notice>
  )
}

/** What to do with the others; each refused file has been told of by a toast of its own. */
function StoppedSelection() {
  const stopped = useUploads((session) => session.stopped)
  if (!stopped) return null
  const { rest, total } = stopped
  return (
    <Notice
      actions={
        <Button size="compact-sm" variant="default" onClick={uploads.addRest}>
          {rest.length === 1 ? 'Upload the other one' : `Upload the other ${rest.length}`}
        </Button>
      }
    >
      <p>
        {total - rest.length} of {formatCount(total, 'file')} cannot be uploaded.
      </p>
    </Notice>
  )
}

function Notice({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <Alert
      color="gray"
      role="status"
      title={title}
      classNames={{ root: classes.notice, message: classes.message }}
    >
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </Alert>
  )
}
