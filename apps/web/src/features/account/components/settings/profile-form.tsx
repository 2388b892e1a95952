import { Button, TextInput } from '@mantine/core'
import { ProfileBody, type User } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { useUpdateProfile } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './settings.module.css'

export function ProfileForm({ user }: { user: User }) {
  const update = useUpdateProfile()
  const form = useFadingForm({ name: user.name, username: user.username }, ProfileBody)
  const submit = form.onSubmit((values) =>
    update.mutate(values, {
      onSuccess: ({ user: saved }) => {
        form.setValues({ name: saved.name, username: saved.username })
        toastSuccess('Profile saved')
      },
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <FormError error={formErrorOf(update.error)} />
      <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label="Username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <Button type="submit" loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}
