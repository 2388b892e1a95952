import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { newPasswordToken } from '#web/features/account/new-password-token'
import { profileQuery } from '#web/features/account/queries'
import { useStore } from '#web/lib/store'
import { lazily } from '#web/ui/lazily'

const UnverifiedWorkQuestion = lazily(
  () =>
    import('#web/features/account/components/unverified-work-question').then(
      (part) => part.UnverifiedWorkQuestion,
    ),
  // The next page asks again.
  () => null,
)

const NewPassword = lazily(
  () => import('#web/features/account/components/new-password').then((part) => part.NewPassword),
  // Your Profile offers a new one, too.
  () => null,
)

/** Asked once of the first person to verify an account that already held work; then asks for a new password. */
export function UnverifiedWork() {
  const { data } = useQuery(profileQuery)
  const token = useStore(newPasswordToken, (value) => value)
  const earlier = data?.settings.earlier
  if (earlier?.state !== 'ASKED')
    return (
      data &&
      token !== null && (
        <Suspense>
          <NewPassword token={token} onDone={() => newPasswordToken.dispatch(null)} />
        </Suspense>
      )
    )
  return (
    <Suspense>
      <UnverifiedWorkQuestion earlier={earlier} email={data?.user.email ?? ''} />
    </Suspense>
  )
}
