import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useSendLoginCode } from '#web/features/account/queries'
import { toastSuccess } from '#web/lib/toast'
import type { useFadingForm } from '#web/ui/use-fading-form'

type Props = {
  email: string
  hasPassword: boolean
  form: Pick<ReturnType<typeof useFadingForm<{ password: string; otp: string }>>, 'getInputProps'>
  isFirst?: boolean
}

/** The password, or an emailed code for accounts without one. */
export function PasswordOrCodeField({ email, hasPassword, form, isFirst }: Props) {
  const sendCode = useSendLoginCode()
  const mailCode = () => sendCode.mutate(email, { onSuccess: () => toastSuccess('Code sent') })
  if (hasPassword)
    return (
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus={isFirst || undefined}
        {...form.getInputProps('password')}
      />
    )
  return (
    <>
      <Button variant="default" loading={sendCode.isPending} onClick={mailCode}>
        Email me a code
      </Button>
      <TextInput
        label={`Code from the email to ${email}`}
        autoComplete="one-time-code"
        inputMode="numeric"
        error={sendCode.error?.message}
        {...form.getInputProps('otp')}
      />
    </>
  )
}
