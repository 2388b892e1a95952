import { takeBackInvalid } from '@wingmark/contract/change-email'
import { useSearchParams } from 'react-router'
import { AuthHeading } from '#web/features/account/components/auth-heading'
import { TakeBack } from '#web/features/account/components/take-back'

export function TakeBackPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  return (
    <>
      <AuthHeading title="Recover your account">
        {token === '' ? takeBackInvalid : 'Someone changed your account’s email address.'}
      </AuthHeading>
      {token !== '' && <TakeBack token={token} />}
    </>
  )
}
