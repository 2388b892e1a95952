import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { clientMessages } from '@wingmark/contract/errors'
import { usageQuery } from '#web/features/account/queries'
import { formatCount, formatStorage } from '#web/lib/format'
import { StorageLink } from '#web/lib/storage-full'
import { MissingFiles } from '../notices/missing-files.tsx'
import { Notice } from '../notices/notice.tsx'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isLineLost } from '../upload-session.ts'

/** What the person should know about the files, and may do about it. */
export function UploadNotices() {
  const missing = useUploads((session) => session.missing)
  return (
    <>
      <LostLine />
      <NoRoom />
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
      <p>The upload goes on by itself, where it stopped, as soon as the connection is back.</p>
    </Notice>
  )
}

/** They wait here while room is made for them in another tab. */
function NoRoom() {
  const items = useUploads((session) => session.queue.items)
  const { data: usage } = useQuery(usageQuery)
  const out = items.filter((item) => item.isOutOfRoom)
  if (out.length === 0) return null
  const bytes = out.reduce((sum, item) => sum + item.size, 0)
  const free = usage && Math.max(0, usage.storage.limitBytes - usage.storage.usedBytes)
  return (
    <Notice
      actions={
        <Button size="compact-sm" variant="default" onClick={() => uploads.send({ type: 'roomMade' })}>
          Try again
        </Button>
      }
    >
      <p>
        Your storage has no room for {formatCount(out.length, 'file')} of {formatStorage(bytes)}
        {free === undefined ? '' : `: ${free === 0 ? 'nothing' : formatStorage(free)} is free`}.{' '}
        <StorageLink />
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
