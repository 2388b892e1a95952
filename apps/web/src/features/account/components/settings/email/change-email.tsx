import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AskForEmail } from '#web/features/account/components/settings/email/ask-for-email'
import { ConfirmEmail } from '#web/features/account/components/settings/email/confirm-email'
import { EnterEmailCode } from '#web/features/account/components/settings/email/enter-email-code'
import { toastSuccess } from '#web/lib/toast'
import classes from '../settings.module.css'

type Props = {
  email: string
  hasPassword: boolean
  isConfirmed: boolean
}

/** The address, and the two steps to change it. */
export function ChangeEmail({ email, hasPassword, isConfirmed }: Props) {
  const [step, setStep] = useState<'shown' | 'asked' | { sentTo: string }>('shown')
  const code = useSearchParams()[0].get('code') ?? ''
  const stop = () => setStep('shown')
  if (step === 'shown')
    return (
      <div className={classes.mails}>
        <div className={classes.split}>
          <Text size="sm">{email}</Text>
          <Button variant="default" onClick={() => setStep('asked')}>
            Change email
          </Button>
        </div>
        {!isConfirmed && <ConfirmEmail code={code} />}
      </div>
    )
  if (step === 'asked')
    return (
      <AskForEmail
        email={email}
        hasPassword={hasPassword}
        onSent={(sentTo) => setStep({ sentTo })}
        onCancel={stop}
      />
    )
  return (
    <EnterEmailCode
      sentTo={step.sentTo}
      onChanged={() => {
        stop()
        toastSuccess(`Your address is now ${step.sentTo}.`)
      }}
      onCancel={stop}
    />
  )
}
