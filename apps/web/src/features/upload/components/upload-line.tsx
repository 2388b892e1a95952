import { Button, Progress } from '@mantine/core'
import { uploadTotals } from '../upload-progress.ts'
import { isMoving, isRetryable } from '../upload-queue.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './upload-line.module.css'

/** "N/M files uploaded" with its bar, and what can be done with all uploads at once. */
export function UploadLine() {
  const items = useUploads((session) => session.queue.items)
  const mode = useUploads((session) => session.queue.mode)
  const { uploaded, total, percent } = uploadTotals(items)
  if (total === 0) return null
  const label = `${uploaded}/${total} files uploaded`
  const failures = items.filter(isRetryable).length
  return (
    <div>
      <div className={classes.line}>
        <span role="status">{label}</span>
        {failures > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={() => uploads.send({ type: 'allRetried' })}>
            Retry all
          </Button>
        )}
        {mode === 'paused' && (
          <>
            <span className={classes.paused}>Paused</span>
            <Button size="compact-sm" variant="default" onClick={() => uploads.send({ type: 'resumed' })}>
              Resume
            </Button>
          </>
        )}
        {mode !== 'paused' && items.some(isMoving) && (
          <Button size="compact-sm" variant="default" onClick={() => uploads.send({ type: 'paused' })}>
            Pause
          </Button>
        )}
      </div>
      <Progress
        size="sm"
        value={percent}
        color={uploaded === total ? 'var(--wm-resolved)' : undefined}
        aria-label={label}
        transitionDuration={120}
      />
    </div>
  )
}
