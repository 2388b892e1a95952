import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { formatClock } from '#web/lib/format'
import { UsageBar } from '#web/ui/usage-bar'
import classes from './settings.module.css'

/** How many of today's messages are used. */
export function MessagesMeter() {
  const { data } = useQuery(usageQuery)
  if (!data) return <Skeleton height={36} />
  const { used, limit, resetsAt } = data.messages
  return (
    <div className={classes.meter}>
      <Text size="sm">
        <strong>{used}</strong> of {limit} messages sent today; resets at {formatClock(resetsAt)}
      </Text>
      <UsageBar used={used} limit={limit} what="messages" size={6} />
    </div>
  )
}
