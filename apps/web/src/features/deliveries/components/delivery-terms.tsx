import { Button, Switch, TextInput } from '@mantine/core'
import { type DeliveryDetails, deliveryDays } from '@wingmark/contract/deliveries'
import type { ShareChange } from '@wingmark/contract/reviews'
import { type FormEvent, useState } from 'react'
import { besideInput } from '#web/features/deliveries/components/beside-input'
import { downloadsOf } from '#web/features/deliveries/delivery-facts'
import { useChangeDelivery } from '#web/features/deliveries/queries'
import { readLimit } from '#web/features/deliveries/read-limit'
import { LinkEnd } from '#web/features/sharing/links/link-end'
import { LinkKey } from '#web/features/sharing/links/link-key'
import { fieldMessage, type LinkSettings } from '#web/features/sharing/links/use-share-settings'
import classes from './deliveries.module.css'

const switches = [
  { key: 'allowPreview', label: 'Show previews before download' },
  { key: 'tellOnDownload', label: 'Email me when someone downloads it' },
  { key: 'remind', label: 'Remind me before it expires if no one has downloaded it' },
  { key: 'deleteAfter', label: 'Delete the files when it expires' },
] as const

/** Expiry, password and download limit of all its links. */
export function DeliveryTerms({ delivery }: { delivery: DeliveryDetails }) {
  const save = useChangeDelivery(delivery._id)
  const change = async (changed: Parameters<typeof save.mutateAsync>[0]) => {
    try {
      await save.mutateAsync(changed)
      return null
    } catch (error) {
      return fieldMessage(error)
    }
  }
  const settings: LinkSettings = {
    link: {
      shareCode: delivery.shareCode,
      shareUrl: delivery.shareUrl,
      access: 'VIEW',
      allowDownload: true,
      hasAccessKey: delivery.hasAccessKey,
      expiresAt: delivery.expiresAt,
    },
    saving: save.isPending,
    change: ({ expiresAt, accessKey }: ShareChange) =>
      change({
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(accessKey === undefined ? {} : { accessKey }),
      }),
  }
  const saveDays = (chosen: number) => {
    const days = deliveryDays.find((one) => one === chosen)
    return change(days === undefined ? {} : { days })
  }
  return (
    <div className={classes.fields}>
      <LinkEnd settings={settings} inDays={{ choices: deliveryDays, save: saveDays }} />
      <LinkKey settings={settings} as="password" />
      <MostDownloads delivery={delivery} />
      {switches.map(({ key, label }) => (
        <Switch
          key={key}
          label={label}
          checked={delivery[key]}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ [key]: event.currentTarget.checked })}
        />
      ))}
    </div>
  )
}

/** Empty: without a limit. */
function MostDownloads({ delivery }: { delivery: DeliveryDetails }) {
  const saved = delivery.maxDownloads === null ? '' : String(delivery.maxDownloads)
  const [value, setValue] = useState(saved)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useChangeDelivery(delivery._id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    try {
      save.mutate({ maxDownloads: readLimit(value) }, { onError: (error) => setProblem(fieldMessage(error)) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : null)
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Download limit"
        description={`${downloadsOf(delivery)}. Per recipient; everything someone downloads within a day counts once. Leave empty for no limit.`}
        inputMode="numeric"
        value={value}
        error={problem}
        inputContainer={besideInput(
          value !== saved && (
            <Button type="submit" variant="default" loading={save.isPending}>
              Save
            </Button>
          ),
        )}
        onChange={(event) => {
          setValue(event.currentTarget.value)
          setProblem(null)
        }}
      />
    </form>
  )
}
