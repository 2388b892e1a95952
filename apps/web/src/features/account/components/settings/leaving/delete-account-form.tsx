import { Button, PasswordInput, TextInput } from '@mantine/core'
import type { SharedWork } from '@wingmark/contract/shared-work'
import { LoginBody, LoginCodeBody } from '@wingmark/contract/users'
import { formErrorOf } from '#web/features/account/auth-errors'
import { FormError } from '#web/features/account/components/form-error'
import { SharedWorkChoices } from '#web/features/account/components/settings/leaving/shared-work-choices'
import { useWorkChoices } from '#web/features/account/components/settings/leaving/use-work-choices'
import { useSendLoginCode } from '#web/features/account/queries'
import { useDeleteAccount } from '#web/features/account/settings-queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { leaveSession } from '#web/lib/session'
import { toastSuccess } from '#web/lib/toast'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from '../settings.module.css'

const PasswordProof = LoginBody.pick({ password: true })
const CodeProof = LoginCodeBody.pick({ otp: true })

type Props = { email: string; hasPassword: boolean; shared: readonly SharedWork[] }

/** With the password, or with a mailed code where the account has none, once it is said what becomes of what others work in. */
export function DeleteAccountForm({ email, hasPassword, shared }: Props) {
  const work = useWorkChoices(shared)
  const remove = useDeleteAccount()
  const sendCode = useSendLoginCode()
  const form = useFadingForm({ password: '', otp: '' }, hasPassword ? PasswordProof : CodeProof)
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
  const mailCode = () => sendCode.mutate(email, { onSuccess: () => toastSuccess('A code is on its way.') })
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <SharedWorkChoices shared={shared} work={work} />
      <FormError error={formErrorOf(remove.error ?? sendCode.error)} />
      {hasPassword ? (
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      ) : (
        <>
          <Button variant="default" loading={sendCode.isPending} onClick={mailCode}>
            Email me a code
          </Button>
          <TextInput
            label="Code from the mail"
            autoComplete="one-time-code"
            inputMode="numeric"
            {...form.getInputProps('otp')}
          />
        </>
      )}
      <Button type="submit" loading={remove.isPending}>
        Delete my account for good
      </Button>
    </form>
  )
}
