import { uploads, useUploads } from '../upload-runtime.ts'
import { QuestionDialog } from './question-dialog.tsx'

export function LargeFilesDialog() {
  const confirm = useUploads((session) => session.confirm)
  return (
    <QuestionDialog
      opened={confirm !== null}
      title="Large files"
      main={{ label: 'Continue', onChoose: uploads.confirmLarge }}
      other={{ label: 'Cancel', onChoose: uploads.cancelLarge }}
      onDismiss={uploads.cancelLarge}
    >
      <ul>
        {[...new Set(confirm?.warnings)].map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
      <p>Continue with upload?</p>
    </QuestionDialog>
  )
}
