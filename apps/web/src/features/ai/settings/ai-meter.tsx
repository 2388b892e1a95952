import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usageQuery } from '#web/features/account/queries'
import { UsageBar } from '#web/ui/usage-bar'
import classes from './ai-settings.module.css'

const number = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** How many of the month's characters are used. */
export function AiMeter() {
  const { data } = useQuery(usageQuery)
  if (!data) return <Skeleton height={36} />
  const { used, limit, resetsAt } = data.aiCharacters
  return (
    <div className={classes.settings}>
      <Text size="sm">
        <strong>{number.format(used)}</strong> of {number.format(limit)} AI characters used; they come back on{' '}
        {day.format(new Date(resetsAt))}
      </Text>
      <UsageBar used={used} limit={limit} what="AI characters" size={6} />
    </div>
  )
}
