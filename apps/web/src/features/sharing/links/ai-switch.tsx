import { Switch } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { useAiHost, useAllowAi } from '#web/features/ai/queries'
import rows from '../settings.module.css'
import choices from './choices.module.css'

/** Off by default; hidden without AI, except to switch it off. */
export function AiSwitch({ review }: { review: Review }) {
  const ai = useAiHost()
  const allow = useAllowAi(review._id)
  const [wasOn] = useState(review.readByAi !== undefined)
  const [isOn, setOn] = useState(wasOn)
  if (!ai || !(ai.isOn || wasOn)) return null
  const change = (wanted: boolean) => {
    setOn(wanted)
    allow.mutate(wanted, { onError: () => setOn(!wanted) })
  }
  return (
    <Switch
      label="AI may read this review"
      description={`Members can have its comments summarised ${ai.isLocal ? 'on this server' : `at ${ai.host}`}. Guests see a notice.`}
      labelPosition="left"
      classNames={{ body: choices.switch, label: rows.label, description: choices.switchHint }}
      checked={isOn}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
