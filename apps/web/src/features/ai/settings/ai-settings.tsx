import { Skeleton, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { aiNotSetUp } from '@wingmark/contract/ai'
import { profileQuery } from '#web/features/account/queries'
import { byAi } from '#web/features/ai/host-words'
import { useChangeAi } from '#web/features/ai/queries'
import { AiMeter } from '#web/features/ai/settings/ai-meter'
import { toastSuccess } from '#web/lib/toast'
import classes from './ai-settings.module.css'

/** This month's characters, and the switch for AI, if the server has one. */
export function AiSettings() {
  const { data: profile } = useQuery(profileQuery)
  const change = useChangeAi()
  if (!profile) return <Skeleton height={60} />
  const { ai } = profile.settings
  return (
    <div className={classes.settings}>
      <AiMeter />
      {ai ? (
        <Switch
          label="Show AI features"
          description={`Help with your writing, and summaries of comments, ${byAi(ai)}.`}
          checked={ai.isOn}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate({ isOn: event.currentTarget.checked }, { onSuccess: () => toastSuccess('Saved') })
          }
        />
      ) : (
        <Text size="sm">{aiNotSetUp}</Text>
      )}
    </div>
  )
}
