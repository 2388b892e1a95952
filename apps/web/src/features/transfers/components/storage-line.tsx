import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import classes from './transfers.module.css'

const nearlyFull = 80

/** How much of the plan's storage is used, and the way to more. */
export function StorageLine() {
  const { data } = useQuery(usageQuery)
  if (!data) return null
  const { usedBytes, limitBytes } = data.storage
  const percent = Math.min(100, (usedBytes / Math.max(1, limitBytes)) * 100)
  return (
    <div className={classes.storage}>
      <Progress
        value={percent}
        size={4}
        color={percent >= nearlyFull ? 'pin' : 'gray'}
        aria-label={`${percent.toFixed(0)} percent of the storage used`}
      />
      <span>
        {formatStorage(usedBytes)} of {formatStorage(limitBytes)} used.{' '}
        {percent >= 100 && 'Your storage is full: nothing more can be uploaded. '}
        {percent >= nearlyFull && percent < 100 && 'Your storage is nearly full. '}
        <Link to={paths.upgradeStorage}>Storage and what uses it</Link>
      </span>
    </div>
  )
}
