import { QuestionDialog } from '#web/ui/question-dialog'
import { uploads, useUploads } from '../upload-runtime.ts'

export function LargeFilesDialog() {
  const confirm = useUploads((session) => session.confirm)
  const warnings = [...new Set(confirm?.warnings)]
  return (
    <QuestionDialog
      opened={confirm !== null}
      title="Large files"
      main={{ label: 'Continue', onChoose: uploads.confirmLarge }}
      other={{ label: 'Cancel', onChoose: uploads.cancelLarge }}
      onDismiss={uploads.cancelLarge}
    >
      {warnings.length === 1 ? (
        <p>{warnings[0]}</p>
      ) : (
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <p>Continue with upload?</p>
    </QuestionDialog>
  )
}
