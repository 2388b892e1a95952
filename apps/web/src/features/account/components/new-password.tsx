import { Button, Group, PasswordInput, Text } from '@mantine/core'
import { ResetPasswordBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { useNewPassword } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import { Dialog } from '#web/ui/dialog'
import { useFadingForm } from '#web/ui/use-fading-form'

const FormSchema = ResetPasswordBody.required({ confirmPassword: true })

/** Asked right after a code replaced the password; can be postponed. */
export function NewPassword({ token, onDone }: { token: string; onDone: () => void }) {
  const set = useNewPassword()
  const form = useFadingForm({ token, password: '', confirmPassword: '' }, FormSchema)
  const submit = form.onSubmit((values) =>
    set.mutate(values, {
      onSuccess: () => {
        onDone()
        toastSuccess('Password set')
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  return (
    <Dialog opened onClose={onDone} title="Set a new password">
      <form onSubmit={submit} noValidate>
        <Text size="sm" mb="md">
          The old password no longer works, because someone else may have set it.
        </Text>
        <FormError error={fieldErrorsOf(set.error).token ?? formErrorOf(set.error)} />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          description="At least 8 characters"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <PasswordInput
          mt="md"
          label="Repeat new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onDone}>
            Later
          </Button>
          <Button type="submit" loading={set.isPending}>
            Set password
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
