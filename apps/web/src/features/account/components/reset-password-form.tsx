import { Button, PasswordInput } from '@mantine/core'
import { ResetPasswordBody } from '@wingmark/contract/users'
import { useNavigate } from 'react-router'
import { formErrorOf } from '#web/features/account/auth-errors'
import { AuthForm } from '#web/features/account/components/auth-form'
import { useResetPassword } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { endSession } from '#web/lib/session'
import { toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'

// Unlike in the API, the repeated password is required here.
const FormSchema = ResetPasswordBody.required({ confirmPassword: true })
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const reset = useResetPassword()
  const form = useFadingForm({ token, password: '', confirmPassword: '' }, FormSchema)
  const submit = form.onSubmit((values) =>
    reset.mutate(values, {
      onSuccess: () => {
        // The server has ended every session, including this one.
        endSession()
        toastSuccess('Password changed. Sign in with the new one.')
        void navigate(paths.signIn, { replace: true })
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  return (
    <AuthForm onSubmit={submit} error={fieldErrorsOf(reset.error).token ?? formErrorOf(reset.error)}>
      <PasswordInput
        size="md"
        label="New password"
        autoComplete="new-password"
        description="At least 8 characters"
        {...form.getInputProps('password')}
      />
      <PasswordInput
        size="md"
        label="Repeat new password"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      <Button type="submit" size="md" fullWidth loading={reset.isPending}>
        Set password
      </Button>
    </AuthForm>
  )
}
