import { Button } from '@mantine/core'
import { IconChecklist, IconMapPinOff, IconMapPinQuestion } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { carryAgain, type Fixes } from '@wingmark/contract/carry'
import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { Suspense, useState } from 'react'
import { readFixesAgain } from '#web/features/comments/carry/queries'
import { NotFoundTray } from '#web/features/room/carry/not-found-tray'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useComments, useCurrentFile, useFixes } from '#web/features/room/state/room-data'
import { isLostOn } from '#web/features/room/state/standing'
import { call } from '#web/lib/api'
import { shareTokenOf } from '#web/lib/share-token'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './carry.module.css'

const ConfirmFixes = lazily(
  () => import('#web/features/room/carry/confirm-fixes').then((dialog) => dialog.ConfirmFixes),
  (late, { onClose }) => <LateDialog late={late} what="The fixes" onClose={onClose} />,
)

const AlignDialog = lazily(
  () => import('#web/features/room/carry/align-dialog').then((dialog) => dialog.AlignDialog),
  (late, { onClose }) => <LateDialog late={late} what="The two versions" onClose={onClose} />,
)

type Props = { file: File; fixes: Fixes; comments: readonly Comment[] }

/** Over a version's stage: its fixes to confirm, and the pins that were not found on it. */
export function CarryBar() {
  const file = useCurrentFile()
  const fixes = useFixes()
  const { comments } = useComments()
  if (!file || !fixes) return null
  return <Bar key={`${file._id} ${fixes.version}`} file={file} fixes={fixes} comments={comments} />
}

function Bar({ file, fixes, comments }: Props) {
  const [isChecking, setChecking] = useState(false)
  const page = useRoomState((state) => state.page)
  const [isAligning, setAligning] = useState(false)
  const [isTrayOpen, setTrayOpen] = useState(false)
  const { version, state } = fixes
  const lost = comments.filter((comment) => comment.status === 'OPEN' && isLostOn(comment, version))
  const unsure = comments.flatMap(({ number, status, carried }) =>
    status === 'OPEN' &&
    carried?.version === version &&
    carried.confidence === 'UNSURE' &&
    carried.marker?.page === page
      ? [{ number, was: carried.was, now: carried.marker }]
      : [],
  )
  const from = unsure[0]?.was
  const left = fixes.fixes.filter((fix) => !fix.checked).length
  return (
    <div className={classes.corner}>
      {isTrayOpen && lost.length > 0 && <NotFoundTray lost={lost} onClose={() => setTrayOpen(false)} />}
      <div className={classes.bar}>
        {state === 'FRESH' && <span className={classes.said}>Started fresh: no pins were carried over</span>}
        {state === 'FAILED' && <Failed file={file} fixes={fixes} />}
        {state === 'CARRYING' && <span className={classes.said}>Locating pins…</span>}
        {state !== 'CARRYING' && fixes.fixes.length > 0 && (
          <Button
            size="xs"
            variant="default"
            className={classes.pill}
            leftSection={<IconChecklist size={15} aria-hidden />}
            onClick={() => setChecking(true)}
          >
            Confirm fixes{left > 0 && ` (${left})`}
          </Button>
        )}
        {fixes.can.align && from && (
          <Button
            size="xs"
            variant="default"
            className={classes.pill}
            leftSection={<IconMapPinQuestion size={15} aria-hidden />}
            onClick={() => setAligning(true)}
          >
            Align unsure pins
          </Button>
        )}
        {lost.length > 0 && (
          <Button
            size="xs"
            variant="default"
            className={classes.pill}
            aria-expanded={isTrayOpen}
            leftSection={<IconMapPinOff size={15} aria-hidden />}
            onClick={() => setTrayOpen(!isTrayOpen)}
          >
            {lost.length} not found
          </Button>
        )}
      </div>
      {isAligning && from && (
        <Suspense>
          <AlignDialog
            file={file}
            fixes={fixes}
            page={page}
            from={{ version: from.version, page: from.marker.page }}
            unsure={unsure}
            onClose={() => setAligning(false)}
          />
        </Suspense>
      )}
      {isChecking && (
        <Suspense>
          <ConfirmFixes file={file} fixes={fixes} comments={comments} onClose={() => setChecking(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Failed({ file, fixes: { version, error, can } }: Pick<Props, 'file' | 'fixes'>) {
  const { reviewId } = useRoom()
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () =>
      call(carryAgain, { params: { id: file._id }, body: { version }, share: shareTokenOf(reviewId) }),
    onSuccess: () => readFixesAgain(client, file._id),
  })
  return (
    <span className={classes.said} role="status">
      {error ?? 'The pins couldn’t be carried over to this version.'}
      {can.align && (
        <Button size="compact-xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
          Try again
        </Button>
      )}
    </span>
  )
}
