import { Button, Group, Text, TextInput } from '@mantine/core'
import { LoginCodeBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { useConfirmEmail, useSendConfirmation } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from '../settings.module.css'

const Code = LoginCodeBody.pick({ otp: true })

/** Quiet, since nothing depends on it; `code` comes from the email's link. */
export function ConfirmEmail({ code }: { code: string }) {
  const confirm = useConfirmEmail()
  const send = useSendConfirmation()
  const form = useFadingForm({ otp: code }, Code)
  const submit = form.onSubmit(({ otp }) =>
    confirm.mutate(otp, {
      onSuccess: () => toastSuccess('Address confirmed'),
      onError: (error) => form.setErrors({ otp: fieldErrorsOf(error).code }),
    }),
  )
  const sendAgain = () => send.mutate(undefined, { onSuccess: () => toastSuccess('New code sent') })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormError error={formErrorOf(confirm.error ?? send.error)} />
      <Text size="sm">
        Confirm that this address is yours, so you can sign in by email from any device. We’ve emailed you a
        code.
      </Text>
      <TextInput
        label="Code from our email"
        autoComplete="one-time-code"
        inputMode="numeric"
        {...form.getInputProps('otp')}
      />
      <Group gap="xs">
        <Button type="submit" variant="default" loading={confirm.isPending}>
          Confirm
        </Button>
        <Button variant="subtle" loading={send.isPending} onClick={sendAgain}>
          Send new code
        </Button>
      </Group>
    </form>
  )
}
