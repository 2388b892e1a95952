import { Button, Group, TextInput } from '@mantine/core'
import { LoginCodeBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { useChangeEmail } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from '../settings.module.css'

const Code = LoginCodeBody.pick({ otp: true })

type Props = { sentTo: string; onChanged: () => void; onCancel: () => void }

/** The code from the new address. */
export function EnterEmailCode({ sentTo, onChanged, onCancel }: Props) {
  const change = useChangeEmail()
  const form = useFadingForm({ otp: '' }, Code)
  const submit = form.onSubmit(({ otp }) =>
    change.mutate(
      { code: otp },
      {
        onSuccess: onChanged,
        onError: (error) => {
          const { code, email } = fieldErrorsOf(error)
          form.setErrors({ otp: code ?? email })
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormError error={formErrorOf(change.error)} />
      <TextInput
        label={`Code from the email to ${sentTo}`}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        {...form.getInputProps('otp')}
      />
      <Group gap="xs">
        <Button type="submit" loading={change.isPending}>
          Change email
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
