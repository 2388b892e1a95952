import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatCount, formatStorage } from '#web/lib/format'
import { StorageLink } from '#web/lib/storage-full'
import type { UploadItem } from '../upload-queue.ts'
import { Notice } from './notice.tsx'

type Props = { items: readonly UploadItem[]; onRetry: () => void }

/** They wait here while the user frees storage in another tab. */
export function NoRoom({ items, onRetry }: Props) {
  const { data: usage } = useQuery(usageQuery)
  const out = items.filter((item) => item.isOutOfRoom)
  if (out.length === 0) return null
  const bytes = out.reduce((sum, item) => sum + item.size, 0)
  const free = usage && Math.max(0, usage.storage.limitBytes - usage.storage.usedBytes)
  return (
    <Notice
      actions={
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>
        You don’t have enough storage for {formatCount(out.length, 'file')} ({formatStorage(bytes)})
        {free === undefined ? '' : `: ${free === 0 ? 'none' : formatStorage(free)} is free`}. <StorageLink />
      </p>
    </Notice>
  )
}
