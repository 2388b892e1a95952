import { UnstyledButton } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { useSendLoginCode } from '#web/features/account/queries'
import { toastError, toastSuccess } from '#web/lib/toast'
import classes from './auth-form.module.css'

const waitSeconds = 30

/** Another code, once the email has had time to arrive. */
export function ResendCode({ email, onSent }: { email: string; onSent: () => void }) {
  const [left, setLeft] = useState(waitSeconds)
  useInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000, { autoInvoke: true })
  const sendCode = useSendLoginCode()
  const resend = () =>
    sendCode.mutate(email, {
      onSuccess: () => {
        setLeft(waitSeconds)
        toastSuccess('New code sent')
        onSent()
      },
      onError: (error) => {
        setLeft(waitSeconds)
        if ('status' in error && error.status === 429) toastError(error.message)
      },
    })
  return (
    <div className={classes.links}>
      {left > 0 ? (
        <span>You can request a new code in {left} s</span>
      ) : (
        <UnstyledButton onClick={resend} disabled={sendCode.isPending}>
          Send new code
        </UnstyledButton>
      )}
    </div>
  )
}
