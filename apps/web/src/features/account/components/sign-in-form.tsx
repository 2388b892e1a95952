import { Button, PasswordInput, TextInput } from '@mantine/core'
import { LoginBody } from '@wingmark/contract/users'
import { fieldErrorsOf, formErrorOf } from '#web/features/account/auth-errors'
import { AuthForm } from '#web/features/account/components/auth-form'
import { useSignIn } from '#web/features/account/queries'
import { useFadingForm } from '#web/ui/use-fading-form'

export function SignInForm() {
  const signIn = useSignIn()
  const form = useFadingForm({ email: '', password: '' }, LoginBody)
  const submit = form.onSubmit((values) =>
    signIn.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  )
  return (
    <AuthForm onSubmit={submit} error={formErrorOf(signIn.error)}>
      <TextInput
        size="md"
        label="Email"
        type="email"
        autoComplete="username"
        placeholder="you@studio.com"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        label="Password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
    </AuthForm>
  )
}
