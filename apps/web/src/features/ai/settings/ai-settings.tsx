import { Skeleton, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { aiNotSetUp } from '@wingmark/contract/ai'
import { profileQuery, usageQuery } from '#web/features/account/queries'
import { byAi } from '#web/features/ai/host-words'
import { useChangeAi } from '#web/features/ai/queries'
import { toastSuccess } from '#web/lib/toast'
import { UsageBar } from '#web/ui/usage-bar'
import classes from './ai-settings.module.css'

const number = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The month's characters; whether one wants AI at all, where there is one. */
export function AiSettings() {
  const { data: usage } = useQuery(usageQuery)
  const { data: profile } = useQuery(profileQuery)
  const change = useChangeAi()
  if (!usage || !profile) return <Skeleton height={60} />
  const { used, limit, resetsAt } = usage.aiCharacters
  const { ai } = profile.settings
  return (
    <div className={classes.settings}>
      <Text size="sm">
        <strong>{number.format(used)}</strong> of {number.format(limit)} AI characters used; they come back on{' '}
        {day.format(new Date(resetsAt))}
      </Text>
      <UsageBar used={used} limit={limit} what="AI characters" size={6} />
      {ai ? (
        <Switch
          label="Offer me AI"
          description={`Help with your words, and summaries of comments, written ${byAi(ai)}.`}
          checked={ai.isOn}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate({ isOn: event.currentTarget.checked }, { onSuccess: () => toastSuccess('Saved.') })
          }
        />
      ) : (
        <Text size="sm">{aiNotSetUp}</Text>
      )}
    </div>
  )
}
