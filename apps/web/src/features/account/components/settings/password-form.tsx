import { Button, PasswordInput } from '@mantine/core'
import { ChangePasswordBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { useChangePassword } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './settings.module.css'

// Unlike in the API, the repeated password is required here.
const FormSchema = ChangePasswordBody.required({ confirmPassword: true })
export function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword()
  const form = useFadingForm({ password: '', newPassword: '', confirmPassword: '' }, FormSchema)
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        form.reset()
        toastSuccess('Password changed. Other devices are signed out.')
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormError error={formErrorOf(change.error)} />
      {/* Tells a password manager whose passwords these are. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        description="At least 8 characters"
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label="Repeat new password"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      <Button type="submit" variant="default" loading={change.isPending}>
        Change password
      </Button>
    </form>
  )
}
