import { Button, Textarea, TextInput } from '@mantine/core'
import type { DeliveryDetails } from '@wingmark/contract/deliveries'
import { deliveryMessageMax, deliveryTitleMax } from '@wingmark/contract/limits'
import { type FormEvent, useState } from 'react'
import { useChangeDelivery } from '#web/features/deliveries/queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './deliveries.module.css'

/** Title and message above the files. */
export function DeliveryWords({ delivery }: { delivery: DeliveryDetails }) {
  const [title, setTitle] = useState(delivery.title)
  const [message, setMessage] = useState(delivery.message)
  const save = useChangeDelivery(delivery._id)
  const isSame = title.trim() === delivery.title && message.trim() === delivery.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ title, message }, { onSuccess: () => toastSuccess('Saved') })
  }
  return (
    <form className={classes.fields} onSubmit={submit}>
      <TextInput
        label="Title"
        placeholder={delivery.name}
        maxLength={deliveryTitleMax}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label="Message"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={deliveryMessageMax}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" variant="default" disabled={isSame} loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
