import { ActionIcon, Button } from '@mantine/core'
import {
  IconCheck,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRefresh,
} from '@tabler/icons-react'
import { clientMessages } from '@wingmark/contract/errors'
import type { ReactNode } from 'react'
import { overlayPercent } from '../upload-progress.ts'
import { isNotUploaded, isRetryable, type UploadItem } from '../upload-queue.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './file-card.module.css'

/** A file's state and actions, over its picture. There may be sixty, so no costly tooltips. */
export function CardOverlay({ item }: { item: UploadItem }) {
  const { id, name, state, error } = item
  const isAllPaused = useUploads((session) => session.queue.mode === 'paused')
  if (state === 'uploaded') {
    return (
      <span className={classes.done}>
        <IconCheck size={14} stroke={3} role="img" aria-label="Uploaded" />
      </span>
    )
  }
  if (isNotUploaded(item)) {
    return (
      <div className={classes.overlay} data-failed>
        <span className={classes.error}>{error}</span>
        {isRetryable(item) && (
          <Button
            size="compact-xs"
            variant="white"
            color="dark"
            leftSection={<IconRefresh size={13} aria-hidden />}
            aria-label={`Retry ${name}`}
            onClick={() => uploads.send({ type: 'retried', id })}
          >
            Retry
          </Button>
        )}
      </div>
    )
  }
  const PauseIcon = item.isHeld ? IconPlayerPlayFilled : IconPlayerPauseFilled
  return (
    <div className={classes.overlay} data-state={state}>
      <span>{wordsFor(item)}</span>
      {item.progress > 0 && <Track percent={overlayPercent(item.progress)} />}
      <div className={classes.controls}>
        {!isAllPaused && (
          <Control
            label={`${item.isHeld ? 'Resume' : 'Pause'} ${name}`}
            onClick={() => uploads.send({ type: item.isHeld ? 'released' : 'held', id })}
          >
            <PauseIcon size={14} aria-hidden />
          </Control>
        )}
        <Control
          label={`Stop ${name}`}
          onClick={() => uploads.send({ type: 'cancelled', id, message: clientMessages.uploadCancelled })}
        >
          <IconPlayerStopFilled size={14} aria-hidden />
        </Control>
      </div>
    </div>
  )
}

function wordsFor({ state, progress, isLineLost }: UploadItem): string {
  if (state === 'paused') return 'Paused'
  if (state === 'waiting') return 'Waiting...'
  return isLineLost ? 'Waiting for the connection...' : `Uploading... ${overlayPercent(progress)}%`
}

function Track({ percent }: { percent: number }) {
  return (
    <span className={classes.track} aria-hidden>
      <span className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
    </span>
  )
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon
      className={classes.control}
      size={28}
      radius="xl"
      title={label.split(' ')[0]}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
