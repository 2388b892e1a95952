import { Button, Group, TextInput } from '@mantine/core'
import { LoginBody, LoginCodeBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { PasswordOrCodeField } from '#web/features/account/components/settings/password-or-code-field'
import { useChangeEmail } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from '../settings.module.css'

const WithPassword = LoginBody.pick({ email: true, password: true })
const WithCode = LoginCodeBody.pick({ email: true, otp: true })

type Props = {
  email: string
  hasPassword: boolean
  onSent: (to: string) => void
  onCancel: () => void
}

/** Asks for the new address, and a password or code. */
export function AskForEmail({ email, hasPassword, onSent, onCancel }: Props) {
  const ask = useChangeEmail()
  const form = useFadingForm({ email: '', password: '', otp: '' }, hasPassword ? WithPassword : WithCode)
  const submit = form.onSubmit(({ email: next, password, otp }) =>
    ask.mutate(
      { email: next, ...(hasPassword ? { password } : { otp }) },
      {
        onSuccess: (answer) => onSent(answer.email),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormError error={formErrorOf(ask.error)} />
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        description="We’ll send a code there and notify your old address."
        autoFocus
        {...form.getInputProps('email')}
      />
      <PasswordOrCodeField email={email} hasPassword={hasPassword} form={form} />
      <Group gap="xs">
        <Button type="submit" loading={ask.isPending}>
          Send code
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
