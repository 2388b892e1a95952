import { Dialog } from '#web/ui/dialog'
import foot from '#web/ui/dialog-foot.module.css'
import { DropZone } from '#web/ui/drop-zone'
import { QuestionDialog } from '#web/ui/question-dialog'
import { useIsNarrow } from '#web/ui/use-is-narrow'
import dialog from '../upload-dialog.module.css'
import { PickTransfers } from './pick-transfers.tsx'
import classes from './transfer-dialogs.module.css'
import { isSending, type TransferView } from './transfer-queue.ts'
import { transfers, useTransfers } from './transfer-runtime.ts'
import { QueueView, SuccessView, UploadingView } from './transfer-views.tsx'

const titles: Record<TransferView, string> = {
  picker: 'Transfer Files',
  'add-more': 'Add More Files',
  queue: 'Transfer Queue',
  uploading: 'Transfer Queue',
  success: 'Transfer Queue',
}

/** "Transfer Files" and "Transfer Queue": one dialog, by the queue's state. Closing it does not stop the upload. */
export function TransferDialogs() {
  const queue = useTransfers((session) => session.queue)
  const isAsking = useTransfers((session) => session.confirm !== null)
  const isNarrow = useIsNarrow()
  const { view, isOpen } = queue
  const close = () => transfers.send({ type: view === 'add-more' ? 'moreDone' : 'closed' })
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={titles[view]}
        size="var(--wm-dialog-width)"
        fullScreen={isNarrow}
        trapFocus={!isAsking}
        closeOnEscape={!isAsking}
        closeButtonProps={{ 'aria-label': isSending(queue) ? 'Close, the transfer continues' : 'Close' }}
        classNames={{ content: `${dialog.content} ${foot.content}`, title: dialog.title, body: dialog.body }}
      >
        {(view === 'picker' || view === 'add-more') && <PickerView />}
        {view === 'queue' && <QueueView />}
        {view === 'uploading' && <UploadingView />}
        {view === 'success' && <SuccessView />}
      </Dialog>
      <LargeTransfers />
    </>
  )
}

function PickerView() {
  const processing = useTransfers((session) => session.processing)
  return (
    <>
      <DropZone isProcessing={processing} lead="Choose the files to send">
        <PickTransfers />
      </DropZone>
      <p className={classes.quiet}>Supported formats: all files. Up to 500 MB each.</p>
    </>
  )
}

function LargeTransfers() {
  const confirm = useTransfers((session) => session.confirm)
  return (
    <QuestionDialog
      opened={confirm !== null}
      title="Large files"
      main={{ label: 'Continue', onChoose: () => void transfers.confirmLarge() }}
      other={{ label: 'Cancel', onChoose: transfers.cancelLarge }}
      onDismiss={transfers.cancelLarge}
    >
      {[...new Set(confirm?.warnings)].map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <p>Continue with transfer?</p>
    </QuestionDialog>
  )
}
