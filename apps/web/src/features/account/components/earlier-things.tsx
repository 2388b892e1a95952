import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { lazily } from '#web/ui/lazily'

const EarlierQuestion = lazily(
  () => import('#web/features/account/components/earlier-question').then((part) => part.EarlierQuestion),
  // It is asked again by the next page.
  () => null,
)

/** Asked once, of whoever was the first to prove the address of an account that held something already. */
export function EarlierThings() {
  const { data } = useQuery(profileQuery)
  const earlier = data?.settings.earlier
  if (earlier?.state !== 'ASKED') return null
  return (
    <Suspense>
      <EarlierQuestion earlier={earlier} email={data?.user.email ?? ''} />
    </Suspense>
  )
}
