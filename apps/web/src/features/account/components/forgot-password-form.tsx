import { Button, Text, TextInput } from '@mantine/core'
import { EmailBody } from '@wingmark/contract/users'
import { useState } from 'react'
import { formErrorOf } from '#web/features/account/auth-errors'
import { AuthForm } from '#web/features/account/components/auth-form'
import { useForgetPassword } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { useFadingForm } from '#web/ui/use-fading-form'

export function ForgotPasswordForm({ email }: { email: string }) {
  const forget = useForgetPassword()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useFadingForm({ email }, EmailBody)
  if (sentTo !== null) {
    // The same words whether or not there is an account.
    return (
      <Text role="status">
        If there’s an account for <strong>{sentTo}</strong>, we’ve emailed a link to set a new password. The
        link works once and expires in an hour.
      </Text>
    )
  }
  const submit = form.onSubmit((values) =>
    forget.mutate(values.email, {
      onSuccess: () => setSentTo(values.email.trim()),
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  return (
    <AuthForm onSubmit={submit} error={formErrorOf(forget.error)}>
      <TextInput
        size="md"
        label="Email"
        type="email"
        autoComplete="username"
        placeholder="you@studio.com"
        {...form.getInputProps('email')}
      />
      <Button type="submit" size="md" fullWidth loading={forget.isPending}>
        Send link
      </Button>
    </AuthForm>
  )
}
