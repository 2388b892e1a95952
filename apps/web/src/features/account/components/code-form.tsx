import { Button, Input, PinInput } from '@mantine/core'
import { otpMax } from '@wingmark/contract/limits'
import { LoginCodeBody } from '@wingmark/contract/users'
import { type ClipboardEvent, type ReactNode, useRef } from 'react'
import { formErrorOf } from '#web/features/account/auth-errors'
import { AuthForm } from '#web/features/account/components/auth-form'
import { ResendCode } from '#web/features/account/components/resend-code'
import { useSignInWithCode } from '#web/features/account/queries'
import { fieldErrorsOf } from '#web/lib/api-error'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './auth-form.module.css'

const errorId = 'code-error'

/** Six digits from an email; the last one, or a paste, submits. */
export function CodeForm({ email }: { email: string }) {
  const signIn = useSignInWithCode()
  const first = useRef<HTMLInputElement>(null)
  const form = useFadingForm({ email, otp: '' }, LoginCodeBody)
  const { error } = form.getInputProps('otp') as { error?: ReactNode }
  const send = (values: { email: string; otp: string }) =>
    signIn.mutate(values, {
      onError: (failure) => {
        form.setErrors(fieldErrorsOf(failure))
        form.setFieldValue('otp', '')
        first.current?.focus()
      },
    })
  const enter = (otp: string) => {
    form.setFieldValue('otp', otp)
    if (otp.length === otpMax && !signIn.isPending) send({ email, otp })
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    enter(event.clipboardData.getData('text').replace(/\D/g, '').slice(0, otpMax))
  }
  return (
    <>
      <AuthForm onSubmit={(event) => form.onSubmit(send)(event)} error={formErrorOf(signIn.error)}>
        <div className={classes.code}>
          <PinInput
            className={classes.pin}
            ref={first}
            size="lg"
            gap={8}
            length={otpMax}
            type="number"
            placeholder=""
            autoFocus
            aria-label="Code"
            value={form.values.otp}
            onChange={enter}
            error={Boolean(error)}
            getInputProps={(index) => ({
              onPaste: paste,
              'aria-label': `Digit ${index + 1} of ${otpMax}`,
              'aria-describedby': error ? errorId : undefined,
            })}
          />
          {error && (
            <Input.Error id={errorId} role="alert" size="md">
              {error}
            </Input.Error>
          )}
        </div>
        <Button type="submit" size="md" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </AuthForm>
      <ResendCode
        email={email}
        onSent={() => {
          signIn.reset()
          form.clearErrors()
          form.setFieldValue('otp', '')
          first.current?.focus()
        }}
      />
    </>
  )
}
