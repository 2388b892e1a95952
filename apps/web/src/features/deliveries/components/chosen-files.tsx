import { Button } from '@mantine/core'
import type { DeliveryPage } from '@wingmark/contract/received-deliveries'
import type { useDownload } from '#web/features/deliveries/components/use-download'
import { useKeepDelivery } from '#web/features/deliveries/queries'
import type { FileChoice } from '#web/features/deliveries/use-file-choice'
import { formatCount, formatStorage } from '#web/lib/format'
import { toastSuccess } from '#web/lib/toast'
import classes from './deliveries.module.css'

type Props = { page: DeliveryPage; choice: FileChoice; download: ReturnType<typeof useDownload> }

/** Actions for the selected files. */
export function ChosenFiles({ page, choice: { chosen, clear }, download }: Props) {
  const keep = useKeepDelivery(page._id)
  if (chosen.size === 0) return null
  const ids = [...chosen.keys()]
  const size = [...chosen.values()].reduce((sum, one) => sum + one, 0)
  return (
    <div className={classes.chosenBar} role="toolbar" aria-label="Selected files">
      <span role="status">
        {formatCount(chosen.size, 'file')} selected · {formatStorage(size)}
      </span>
      <Button size="sm" loading={download.isBusy} onClick={() => download.download(ids)}>
        Download
      </Button>
      {page.can.keep && (
        <Button
          size="sm"
          variant="default"
          loading={keep.isPending}
          onClick={() => keep.mutate(ids, { onSuccess: () => toastSuccess('Saved to your transfers') })}
        >
          Save to my transfers
        </Button>
      )}
      <Button size="sm" variant="subtle" color="gray" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}
