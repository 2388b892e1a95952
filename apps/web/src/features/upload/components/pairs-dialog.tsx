import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { startFreshWords } from '#web/features/versions/queries'
import { formatCount } from '#web/lib/format'
import { Dialog } from '#web/ui/dialog'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import { uploads, useUploads } from '../upload-runtime.ts'
import type { UploadSession } from '../upload-session.ts'
import { filesOfReview } from '../versions/files-of-review.ts'
import classes from './pairs-dialog.module.css'

type Pairs = NonNullable<UploadSession['pairs']>

/** Asks which of the chosen files are new versions, before anything is uploaded. */
export function PairsDialog() {
  const pairs = useUploads((session) => session.pairs)
  const reviewId = useUploads((session) => session.queue.reviewId)
  const isNarrow = useIsNarrow()
  return (
    <Dialog
      opened={pairs !== null}
      onClose={uploads.cancelPairs}
      title="Are these new versions?"
      size="lg"
      zIndex={300}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {pairs && reviewId && <PairsForm pairs={pairs} reviewId={reviewId} />}
    </Dialog>
  )
}

function PairsForm({ pairs, reviewId }: { pairs: Pairs; reviewId: string }) {
  const [of, setOf] = useState(pairs.of)
  const [startFresh, setStartFresh] = useState(false)
  const [known] = useState(() => filesOfReview(reviewId))
  const versions = of.filter((id) => id !== null).length
  const fresh = of.length - versions
  const choices = [
    { value: '', label: 'New file' },
    { group: 'New version of', items: known.map(({ _id, name }) => ({ value: _id, label: name })) },
  ]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        uploads.confirmPairs(of, startFresh)
      }}
    >
      <p className={classes.lead}>
        Each new version takes its file’s place. Earlier versions and their comments stay.
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Selected file</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {pairs.files.map((file, at) => (
            // Two may have the same name.
            <tr key={`${at} ${file.name}`}>
              <th scope="row" title={file.name}>
                {file.name}
              </th>
              <td>
                <NativeSelect
                  size="sm"
                  aria-label={`${file.name} becomes`}
                  data-autofocus={at === 0 || undefined}
                  data={choices}
                  value={of[at] ?? ''}
                  onChange={({ currentTarget }) => setOf(of.with(at, currentTarget.value || null))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {versions > 0 && (
        <Checkbox
          mt="md"
          {...startFreshWords}
          checked={startFresh}
          onChange={({ currentTarget }) => setStartFresh(currentTarget.checked)}
        />
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={uploads.cancelPairs}>
          Cancel
        </Button>
        <Button type="submit">{uploadWords(versions, fresh)}</Button>
      </div>
    </form>
  )
}

function uploadWords(versions: number, fresh: number): string {
  const parts = [
    ...(versions > 0 ? [formatCount(versions, 'new version')] : []),
    ...(fresh > 0 ? [formatCount(fresh, 'new file')] : []),
  ]
  return `Upload ${parts.join(' and ')}`
}
