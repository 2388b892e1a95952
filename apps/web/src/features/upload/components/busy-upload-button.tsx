import { useLayoutEffect } from 'react'
import { UploadButton, type UploadButtonProps } from '#web/features/upload/components/upload-button'
import { isSending, overallPercent } from '../transfer/transfer-queue.ts'
import { transfers, useTransfers } from '../transfer/transfer-runtime.ts'
import { uploadTotals } from '../upload-progress.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'

type Props = UploadButtonProps & { onBusy: (isBusy: boolean) => void }

/** Shows upload progress, or leads back to a transfer being sent; renders nothing otherwise. May float. */
export function BusyUploadButton({ look, onBusy }: Props) {
  const busy = useUploads(isUploading)
  const { uploaded, total, percent } = uploadTotals(useUploads((session) => session.queue.items))
  const sending = useTransfers(({ queue }) => (isSending(queue) ? overallPercent(queue) : null))
  const isBusy = busy || sending !== null
  useLayoutEffect(() => onBusy(isBusy), [isBusy, onBusy])
  if (busy)
    return (
      <UploadButton
        look={look}
        isDisabled={look === 'header'}
        label={`${uploaded}/${total} uploaded`}
        action="show uploads"
        progress={{ percent, words: `${uploaded}/${total}` }}
        onPress={() => uploads.show()}
      />
    )
  if (sending === null) return null
  return (
    <UploadButton
      look={look}
      label={`${sending}% sent`}
      action="show transfer"
      progress={{ percent: sending, words: `${sending}%` }}
      onPress={() => transfers.send({ type: 'opened', target: null })}
    />
  )
}
