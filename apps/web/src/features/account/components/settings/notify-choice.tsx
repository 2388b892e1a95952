import { Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { NotifyMode } from '@wingmark/contract/users'
import { useUpdateProfile } from '#web/features/account/settings-queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './settings.module.css'

const modes = [
  { value: 'INSTANT', label: 'At once', text: 'A mail for each comment.' },
  { value: 'HOURLY', label: 'Every hour', text: 'One mail with what is new.' },
  { value: 'DAILY', label: 'Every day', text: 'One mail with what is new.' },
  { value: 'OFF', label: 'Never', text: 'You still find everything under Notifications.' },
] as const satisfies readonly { value: NotifyMode; label: string; text: string }[]

/** Saved as it is chosen. */
export function NotifyChoice({ value }: { value: NotifyMode }) {
  const update = useUpdateProfile()
  const choose = (chosen: string) => {
    const mode = modes.find((one) => one.value === chosen)
    if (mode) update.mutate({ notify: mode.value }, { onSuccess: () => toastSuccess('Saved.') })
  }
  return (
    <Radio.Group
      label="How soon we mail you about comments"
      description="When somebody mentions you, we always mail at once."
      value={update.isPending ? (update.variables.notify ?? value) : value}
      onChange={choose}
    >
      <div className={classes.choices}>
        {modes.map((mode) => (
          <Radio key={mode.value} value={mode.value} label={mode.label} description={mode.text} />
        ))}
      </div>
    </Radio.Group>
  )
}
