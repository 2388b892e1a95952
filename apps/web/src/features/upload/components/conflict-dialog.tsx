import { QuestionDialog } from '#web/ui/question-dialog'
import { notPublishedWords } from '../left-words.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { leftFiles } from '../upload-session.ts'
import { usePurposeWords } from './upload-purpose.tsx'

/** Files of an earlier upload are still here and a new one was started for another review. */
export function ConflictDialog() {
  const opened = useUploads((session) => session.conflict !== null)
  const queue = useUploads((session) => session.queue)
  const missing = useUploads((session) => session.missing)
  const purpose = usePurposeWords()
  return (
    <QuestionDialog
      opened={opened}
      title="Unfinished upload"
      main={{ label: 'Show the earlier files', onChoose: uploads.keepUnverified }}
      other={{ label: 'Discard them', onChoose: uploads.dropUnverified }}
      onDismiss={uploads.dismissConflict}
    >
      <p>{notPublishedWords(leftFiles({ queue, missing }))}</p>
      <p>They are for: {purpose}.</p>
    </QuestionDialog>
  )
}
