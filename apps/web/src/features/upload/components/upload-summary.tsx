import { Button, Progress } from '@mantine/core'
import { formatCount } from '#web/lib/format'
import { uploadTotals } from '../upload-progress.ts'
import { isPending, isRetryable } from '../upload-queue.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import classes from './upload-summary.module.css'

/** "N/M files uploaded" with its bar, and actions for all uploads. */
export function UploadSummary() {
  const items = useUploads((session) => session.queue.items)
  const isPaused = useUploads((session) => session.queue.mode === 'paused')
  const { uploaded, total, percent } = uploadTotals(items)
  if (total === 0) return null
  const label = `${uploaded}/${total} files uploaded`
  // Files paused singly wait for their own button.
  const canPause = items.some((item) => isPending(item) && !item.isHeld)
  const refused = items.filter((item) => item.state === 'refused').length
  const failures = items.filter(isRetryable).length
  return (
    <div>
      <div className={classes.line}>
        <span role="status">{label}</span>
        {refused > 0 && (
          <span className={classes.aside}>{formatCount(refused, 'file')} can’t be uploaded</span>
        )}
        {failures > 1 && (
          <Button size="compact-sm" variant="subtle" onClick={() => uploads.send({ type: 'allRetried' })}>
            Retry all
          </Button>
        )}
        {isPaused && <span className={classes.aside}>Paused</span>}
        {/* A single button, so that it keeps the focus. */}
        {(isPaused || canPause) && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => uploads.send({ type: isPaused ? 'resumed' : 'paused' })}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        )}
      </div>
      <Progress
        size="sm"
        value={percent}
        color={uploaded === total ? 'var(--wm-resolved)' : undefined}
        aria-label={label}
      />
    </div>
  )
}
