import { Button } from '@mantine/core'
import type { SharedWork } from '@wingmark/contract/shared-work'
import { LoginBody, LoginCodeBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { SharedWorkChoices } from '#web/features/account/components/settings/account-deletion/shared-work-choices'
import { useWorkChoices } from '#web/features/account/components/settings/account-deletion/use-work-choices'
import { PasswordOrCodeField } from '#web/features/account/components/settings/password-or-code-field'
import { useDeleteAccount } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { leaveSession } from '#web/lib/session'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from '../settings.module.css'

const PasswordBody = LoginBody.pick({ password: true })
const CodeBody = LoginCodeBody.pick({ otp: true })

type Props = { email: string; hasPassword: boolean; shared: readonly SharedWork[] }

/** Confirms by password, or by an emailed code for accounts without one, after saying what happens to shared work. */
export function DeleteAccountForm({ email, hasPassword, shared }: Props) {
  const work = useWorkChoices(shared)
  const remove = useDeleteAccount()
  const form = useFadingForm({ password: '', otp: '' }, hasPassword ? PasswordBody : CodeBody)
  const submit = form.onSubmit(({ password, otp }) => {
    const choices = work.choose()
    if (choices === null) return
    remove.mutate(
      { ...(hasPassword ? { password } : { otp }), choices },
      {
        onSuccess: () => leaveSession(paths.home),
        onError: (error) => form.setErrors(fieldErrorsOf(error)),
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <SharedWorkChoices shared={shared} work={work} />
      <FormError error={formErrorOf(remove.error)} />
      <PasswordOrCodeField
        email={email}
        hasPassword={hasPassword}
        form={form}
        isFirst={shared.length === 0}
      />
      <Button type="submit" loading={remove.isPending}>
        Delete account for good
      </Button>
    </form>
  )
}
