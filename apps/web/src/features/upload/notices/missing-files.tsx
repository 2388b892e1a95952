import { Button } from '@mantine/core'
import { formatCount } from '#web/lib/format'
import { namesOf } from '#web/lib/name-files'
import type { KeptFile } from '../kept-session.ts'
import { Notice } from './notice.tsx'

type Props = {
  missing: readonly KeptFile[]
  onForget: () => void
  onReopen: () => void
  /** If nothing else in the dialog asks for files. */
  onChoose?: () => void
}

/** Unfinished files of an earlier visit that this one cannot read by itself. */
export function MissingFiles({ missing, onForget, onReopen, onChoose }: Props) {
  if (missing.length === 0) return null
  const canReopen = missing.some((file) => file.handle)
  return (
    <Notice
      actions={
        <>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onForget}>
            Discard {missing.length === 1 ? 'it' : 'them'}
          </Button>
          {onChoose && (
            <Button size="compact-sm" variant="default" onClick={onChoose}>
              Choose again
            </Button>
          )}
          {canReopen && (
            <Button size="compact-sm" variant="default" onClick={onReopen}>
              Continue
            </Button>
          )}
        </>
      }
    >
      <p>
        {formatCount(missing.length, 'file')} didn’t finish uploading: <strong>{namesOf(missing)}</strong>.{' '}
        {canReopen ? 'Continue, or choose' : 'Choose'} {missing.length === 1 ? 'it' : 'them'} again to
        continue.
      </p>
    </Notice>
  )
}
