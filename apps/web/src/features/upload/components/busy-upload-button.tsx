import { ActionIcon, Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import type { UploadButtonProps } from '#web/features/upload/components/idle-upload-button'
import { isSending, overallPercent } from '../transfer/transfer-queue.ts'
import { transfers, useTransfers } from '../transfer/transfer-runtime.ts'
import { uploadTotals } from '../upload-progress.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import { isUploading } from '../upload-session.ts'
import classes from './upload-button.module.css'

type Props = UploadButtonProps & { onBusy: (isBusy: boolean) => void }

/** Header: disabled and counting during an upload; quiet where another button is the main one. Floating: counts as well, and shows the uploads. Nothing while there is none. */
export function BusyUploadButton({ look, isQuiet = false, onBusy }: Props) {
  const busy = useUploads(isUploading)
  const { uploaded, total, percent } = uploadTotals(useUploads((session) => session.queue.items))
  const sending = useTransfers(({ queue }) => (isSending(queue) ? overallPercent(queue) : null))
  const isBusy = busy || sending !== null
  useLayoutEffect(() => onBusy(isBusy), [isBusy, onBusy])
  if (sending !== null && !busy) return <SendingButton look={look} percent={sending} />
  if (!busy) return null
  const label = `${uploaded}/${total} uploaded`
  if (look === 'header')
    return (
      <Button
        size="xs"
        variant={isQuiet ? 'default' : 'filled'}
        disabled
        className={classes.header}
        leftSection={<IconUpload size={15} aria-hidden />}
      >
        {label}
      </Button>
    )
  return (
    <ActionIcon
      className={classes.floating}
      variant="default"
      size={52}
      radius="xl"
      data-busy
      style={{ '--wm-upload-percent': `${percent}%` }}
      title={label}
      aria-label={`${label}, show uploads`}
      onClick={() => uploads.show()}
    >
      <span className={classes.count}>
        {uploaded}/{total}
      </span>
    </ActionIcon>
  )
}

/** While a transfer is sent it shows how far that is, and leads back to it. */
function SendingButton({ look, percent }: { look: UploadButtonProps['look']; percent: number }) {
  const show = () => transfers.send({ type: 'opened', target: null })
  if (look === 'header')
    return (
      <Button size="xs" className={classes.header} variant="default" onClick={show}>
        {percent}% sent
      </Button>
    )
  return (
    <ActionIcon
      className={classes.floating}
      variant="filled"
      color="pin"
      size={52}
      radius="xl"
      data-busy
      style={{ '--wm-upload-percent': `${percent}%` }}
      aria-label={`${percent}% sent, show the transfer`}
      onClick={show}
    >
      <span className={classes.count}>{percent}%</span>
    </ActionIcon>
  )
}
