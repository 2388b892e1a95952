import { QuestionDialog } from '#web/ui/question-dialog'
import { notPublishedWords } from '../left-words.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { leftFiles } from '../upload-session.ts'
import { usePurposeWords } from './upload-purpose.tsx'

/** Asks when a new upload for another review starts while earlier files are still here. */
export function ConflictDialog() {
  const opened = useUploads((session) => session.conflict !== null)
  const queue = useUploads((session) => session.queue)
  const missing = useUploads((session) => session.missing)
  const purpose = usePurposeWords()
  return (
    <QuestionDialog
      opened={opened}
      title="Unfinished upload"
      main={{ label: 'Show earlier files', onChoose: uploads.keepUnverified }}
      other={{ label: 'Discard them', onChoose: uploads.dropUnverified }}
      onDismiss={uploads.dismissConflict}
    >
      <p>{notPublishedWords(leftFiles({ queue, missing }))}</p>
      <p>They’re for: {purpose}.</p>
    </QuestionDialog>
  )
}
