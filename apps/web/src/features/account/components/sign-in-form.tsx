import { Button, Divider, PasswordInput, TextInput } from '@mantine/core'
import { EmailBody, LoginBody } from '@wingmark/contract/users'
import { Link, useNavigate } from 'react-router'
import { formErrorOf, needsCode } from '#web/features/account/auth-errors'
import { AuthForm } from '#web/features/account/components/auth-form'
import { GoogleButton } from '#web/features/account/components/google-button'
import { useSendLoginCode, useSignIn } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './auth-form.module.css'

export function SignInForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const signIn = useSignIn()
  const sendCode = useSendLoginCode()
  const form = useFadingForm({ email, password: '' }, LoginBody)
  const isByCode = needsCode(signIn.error)
  form.watch('email', () => {
    if (isByCode) signIn.reset()
  })
  const submit = form.onSubmit((values) => {
    sendCode.reset()
    signIn.mutate(values, { onError: (error) => form.setErrors(fieldErrorsOf(error)) })
  })
  const mailCode = () => {
    if (!isByCode) signIn.reset()
    form.clearErrors()
    const email = EmailBody.shape.email.safeParse(form.values.email)
    if (!email.success) {
      form.setErrors({ email: email.error.issues[0]?.message })
      form.getInputNode('email')?.focus()
      return
    }
    sendCode.mutate(email.data, {
      onSuccess: () => void navigate(paths.code, { state: { email: email.data } }),
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    })
  }
  return (
    <>
      <AuthForm
        onSubmit={(event) => {
          if (!isByCode) return submit(event)
          event.preventDefault()
          mailCode()
        }}
        error={formErrorOf(sendCode.error ?? signIn.error)}
      >
        <TextInput
          size="md"
          label="Email"
          type="email"
          autoComplete="username"
          placeholder="you@studio.com"
          {...form.getInputProps('email')}
        />
        {isByCode ? (
          <Button type="submit" size="md" fullWidth autoFocus loading={sendCode.isPending}>
            Email me a code
          </Button>
        ) : (
          <>
            <PasswordInput
              size="md"
              label="Password"
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
            <div className={classes.fieldEnd}>
              <Link to={paths.forgotPassword} state={{ email: form.values.email }}>
                Forgot your password?
              </Link>
            </div>
            <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
              Sign in
            </Button>
          </>
        )}
      </AuthForm>
      <div className={classes.other}>
        {!isByCode && (
          <>
            <Divider label="or" />
            <Button variant="default" size="md" fullWidth loading={sendCode.isPending} onClick={mailCode}>
              Email me a code
            </Button>
          </>
        )}
        <GoogleButton />
      </div>
    </>
  )
}
