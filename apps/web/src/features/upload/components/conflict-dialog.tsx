import { formatCount } from '#web/lib/format'
import { uploads, useUploads } from '../upload-runtime.ts'
import { leftFiles } from '../upload-session.ts'
import { QuestionDialog } from './question-dialog.tsx'

/** Files of an earlier upload are still here and a new one was started for another review. */
export function ConflictDialog() {
  const opened = useUploads((session) => session.conflict !== null)
  const left = useUploads(leftFiles)
  return (
    <QuestionDialog
      opened={opened}
      title="Unfinished upload"
      main={{ label: 'Show the earlier files', onChoose: uploads.keepEarlier }}
      other={{ label: 'Discard them', onChoose: uploads.dropEarlier }}
      onDismiss={uploads.dismissConflict}
    >
      <p>
        {formatCount(left, 'file')} of an earlier upload {left === 1 ? 'has' : 'have'} not been published yet.
      </p>
    </QuestionDialog>
  )
}
