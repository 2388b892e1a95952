import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { useSession } from '#web/lib/session'
import { StorageLink } from '#web/lib/storage-full'
import { usageState } from '#web/ui/usage-bar'
import classes from './choose-dialog.module.css'

/** The storage left, once little. */
export function StorageLeft() {
  const { token } = useSession()
  const { data } = useQuery({ ...usageQuery, enabled: token !== null })
  if (!data) return null
  const { usedBytes, limitBytes } = data.storage
  const state = usageState(usedBytes, limitBytes)
  if (state === 'free') return null
  return (
    <p className={classes.formats} role="status">
      {state === 'full'
        ? 'Your storage is full. Free up space to upload more.'
        : `Your storage is nearly full: ${formatStorage(limitBytes - usedBytes)} is free.`}{' '}
      <StorageLink />
    </p>
  )
}
