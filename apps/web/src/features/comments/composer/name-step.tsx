import { Button, TextInput } from '@mantine/core'
import { guestNameMax } from '@wingmark/contract/limits'
import { type FormEvent, useState } from 'react'
import { rememberedGuestName } from '#web/features/comments/outbox/guest-identity'
import classes from './message-form.module.css'

type Props = {
  error: string | null
  notice: string | null
  /** The submit button's label. */
  submit?: string
  isFocused?: boolean
  onName: (name: string) => Promise<void>
  onBack: () => void
}

/** The only question to people without an account, asked when they first send. */
export function NameStep({
  error,
  notice,
  submit: words = 'Send comment',
  isFocused = true,
  onName,
  onBack,
}: Props) {
  const [name, setName] = useState(rememberedGuestName)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onName(name)
    setBusy(false)
  }
  return (
    <form className={classes.name} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="What’s your name?"
        description={`Shown beside what you write. No account needed.${notice ? ` ${notice}` : ''}`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error}
        maxLength={guestNameMax}
        autoComplete="name"
        data-autofocus={isFocused}
        autoFocus={isFocused}
      />
      <div className={classes.nameActions}>
        <Button variant="subtle" color="gray" size="xs" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" size="xs" loading={isBusy}>
          {words}
        </Button>
      </div>
    </form>
  )
}
