import { Button, PasswordInput, TextInput } from '@mantine/core'
import { RegisterBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { AuthForm } from '#web/features/account/components/auth-form'
import { GoogleButton } from '#web/features/account/components/google-button'
import { useRegister } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './auth-form.module.css'

// Unlike in the API, the repeated password is required here.
const FormSchema = RegisterBody.required({ confirmPassword: true })

/** `email`: an address known already, for example from an invitation. */
export function RegisterForm({ email }: { email: string }) {
  const register = useRegister()
  const form = useFadingForm({ name: '', email, password: '', confirmPassword: '' }, FormSchema)
  const submit = form.onSubmit((values) =>
    register.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) }),
  )
  return (
    <>
      <AuthForm onSubmit={submit} error={formErrorOf(register.error)}>
        <TextInput size="md" label="Name" autoComplete="name" {...form.getInputProps('name')} />
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
          label="Password"
          autoComplete="new-password"
          description="At least 8 characters"
          {...form.getInputProps('password')}
        />
        <PasswordInput
          size="md"
          label="Repeat password"
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
        <Button type="submit" size="md" fullWidth loading={register.isPending}>
          Create account
        </Button>
      </AuthForm>
      <div className={classes.other}>
        <GoogleButton />
      </div>
    </>
  )
}
