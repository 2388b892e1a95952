import { Button, Text, TextInput } from '@mantine/core'
import { EmailBody } from '@wingmark/contract/users'
import { useInviteUser } from '#web/features/invitations/queries'
import { ApiError } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './invitation.module.css'

/** Invites somebody to Wingmark itself; to a review they are invited from its Share dialog. */
export function InviteColleague() {
  const invite = useInviteUser()
  const form = useFadingForm({ email: '' }, EmailBody)
  const submit = form.onSubmit(({ email }) =>
    invite.mutate(email, {
      onSuccess: () => {
        form.reset()
        toastSuccess(`Invitation sent to ${email}`)
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        form.setErrors(error.status === 429 ? { email: error.message } : error.errors)
      },
    }),
  )
  return (
    <>
      <Text size="sm" mb="md">
        They get a mail in your name with a link to create an account. To show somebody a review, its link is
        enough.
      </Text>
      <form onSubmit={submit} noValidate className={classes.inviteForm}>
        <TextInput
          className={classes.inviteField}
          label="Their email"
          type="email"
          autoComplete="off"
          placeholder="colleague@studio.com"
          {...form.getInputProps('email')}
        />
        <Button type="submit" variant="default" loading={invite.isPending}>
          Send invitation
        </Button>
      </form>
    </>
  )
}
