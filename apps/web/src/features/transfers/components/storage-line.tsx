import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { UsageBar, usageState } from '#web/ui/usage-bar'
import classes from './transfers.module.css'

/** How much of the plan's storage is used; above the files only if it is nearly full. */
export function StorageLine({ isAbove }: { isAbove: boolean }) {
  const { data } = useQuery(usageQuery)
  // Keeps its place until it is known.
  const { usedBytes, limitBytes } = data?.storage ?? { usedBytes: 0, limitBytes: 1 }
  const state = usageState(usedBytes, limitBytes)
  if (isAbove === (state === 'free') || usedBytes === 0) return null
  return (
    <div className={classes.storage} data-loading={!data || undefined}>
      {usedBytes > limitBytes / 100 && <UsageBar used={usedBytes} limit={limitBytes} what="storage" />}
      <span>
        {formatStorage(usedBytes)} of {formatStorage(limitBytes)} used.{' '}
        {state === 'full' && 'Your storage is full. Free up space to upload more. '}
        {state === 'nearly' && 'Your storage is nearly full. '}
        <Link to={paths.upgradeStorage}>See what uses it</Link>
      </span>
    </div>
  )
}
