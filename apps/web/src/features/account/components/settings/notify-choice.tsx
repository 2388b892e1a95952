import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { MailArea, NotifyMode } from '@wingmark/contract/mails'
import { useUpdateProfile } from '#web/features/account/settings-queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './settings.module.css'

const modes = [
  { value: 'INSTANT', label: 'Immediately', text: 'An email for each comment.' },
  { value: 'HOURLY', label: 'Every hour', text: 'One email with everything new.' },
  { value: 'DAILY', label: 'Every day', text: 'One email with everything new.' },
] as const satisfies readonly { value: NotifyMode; label: string; text: string }[]

const areas = [
  {
    value: 'COMMENTS',
    label: 'Comments',
    text: 'In reviews you own or take part in, and new versions of files.',
  },
  { value: 'PEOPLE', label: 'People', text: 'Messages you haven’t read.' },
  {
    value: 'TRANSFERS',
    label: 'Transfers',
    text: 'Who downloaded what you sent, and what’s about to expire.',
  },
  { value: 'WORKSPACES', label: 'Workspaces', text: 'Tasks assigned to you, and completed tasks.' },
  { value: 'PLANS', label: 'Plans', text: 'When your plan starts or ends, or a payment fails.' },
] as const satisfies readonly { value: MailArea; label: string; text: string }[]

/** Saves on selection. */
export function NotifyChoice({ mode, chosen }: { mode: NotifyMode; chosen: readonly MailArea[] }) {
  const update = useUpdateProfile()
  const save = (change: { notify: NotifyMode } | { mailAreas: MailArea[] }) =>
    update.mutate(change, { onSuccess: () => toastSuccess('Saved') })
  const { notify = mode, mailAreas = chosen } = (update.isPending && update.variables) || {}
  const chooseMode = (value: string) => {
    const found = modes.find((one) => one.value === value)
    if (found) save({ notify: found.value })
  }
  const chooseAreas = (values: string[]) =>
    save({ mailAreas: areas.map(({ value }) => value).filter((value) => values.includes(value)) })
  return (
    <div className={classes.mails}>
      <Checkbox.Group
        label="Email notifications"
        description="We always email you immediately when someone mentions you. Everything is under Notifications too."
        value={[...mailAreas]}
        onChange={chooseAreas}
      >
        <div className={classes.choices}>
          {areas.map(({ value, label, text }) => (
            <Checkbox key={value} value={value} label={label} description={text} />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group
        label="How often we email you about comments, tasks and messages"
        value={notify}
        onChange={chooseMode}
      >
        <div className={classes.choices}>
          {modes.map(({ value, label, text }) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </div>
      </Radio.Group>
    </div>
  )
}
