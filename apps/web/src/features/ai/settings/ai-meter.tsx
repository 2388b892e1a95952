import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { aiBackOn } from '@wingmark/contract/ai'
import { usageQuery } from '#web/features/account/queries'
import { UsageBar } from '#web/ui/usage-bar'
import classes from './ai-settings.module.css'

/** How many of this month's characters are used. */
export function AiMeter() {
  const { data } = useQuery(usageQuery)
  if (!data) return <Skeleton height={36} />
  const { used, limit, resetsAt } = data.aiCharacters
  return (
    <div className={classes.settings}>
      <Text size="sm">
        <strong>{used.toLocaleString('en')}</strong> of {limit.toLocaleString('en')} AI characters used;
        resets on {aiBackOn(resetsAt)}
      </Text>
      <UsageBar used={used} limit={limit} what="AI characters" size={6} />
    </div>
  )
}
