import { Progress, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import classes from './settings.module.css'

/** How much of the plan's storage is used, in full width. */
export function StorageMeter() {
  const { data } = useQuery(usageQuery)
  if (!data) return <Skeleton height={36} />
  const { usedBytes, limitBytes } = data.storage
  const percent = Math.min(100, (usedBytes / limitBytes) * 100)
  return (
    <div className={classes.meter}>
      <Text size="sm">
        <strong>{formatStorage(usedBytes)}</strong> of {formatStorage(limitBytes)} used
      </Text>
      <Progress
        value={percent}
        size={6}
        color={percent > 90 ? 'pin' : 'gray'}
        aria-label={`${percent.toFixed(0)} percent of the storage used`}
      />
    </div>
  )
}
