import type { Version } from '@wingmark/contract/versions'
import { useChangeVersion } from '#web/features/room/versions/version-outbox'
import { formatCount } from '#web/lib/format'
import { QuestionDialog } from '#web/ui/question-dialog'

export type Removing = { fileId: string; versions: readonly Version[]; version: Version }

/** Asks first: its comments go with it. */
export function RemoveDialog({ fileId, versions, version, onDone }: Removing & { onDone: () => void }) {
  const change = useChangeVersion()
  const { number, isCurrent, commentCount } = version
  const next = versions.find((one) => one.number !== number)
  return (
    <QuestionDialog
      opened
      title={`Remove version ${number}?`}
      main={{ label: 'Keep version', onChoose: onDone }}
      other={{
        label: 'Remove version',
        onChoose: () => {
          change(versions, { kind: 'remove', file: fileId, number, isRemoved: true })
          onDone()
        },
      }}
      onDismiss={onDone}
    >
      <p>
        {commentCount > 0
          ? `Its ${formatCount(commentCount, 'comment')} will be removed with it. `
          : 'Nobody has commented on it. '}
        {isCurrent && next ? `Version ${next.number} will become the current version.` : ''}
      </p>
    </QuestionDialog>
  )
}
