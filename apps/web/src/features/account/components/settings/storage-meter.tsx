import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatStorage } from '#web/lib/format'
import { UsageBar } from '#web/ui/usage-bar'
import classes from './settings.module.css'

/** How much of the plan's storage is used, at full width. */
export function StorageMeter() {
  const { data } = useQuery(usageQuery)
  if (!data) return <Skeleton height={36} />
  const { usedBytes, limitBytes } = data.storage
  return (
    <div className={classes.meter}>
      <Text size="sm">
        <strong>{formatStorage(usedBytes)}</strong> of {formatStorage(limitBytes)} used
      </Text>
      <UsageBar used={usedBytes} limit={limitBytes} what="storage" size={6} />
    </div>
  )
}
