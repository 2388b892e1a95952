import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { subscriptionQuery } from '#web/features/plans/queries'
import { paths } from '#web/lib/paths'
import classes from './plans.module.css'

const keptMs = 5 * 60_000

/** On top of every page while a plan's payment is due. */
export function PaymentDue() {
  const { data: profile } = useQuery(profileQuery)
  const { data } = useQuery({
    ...subscriptionQuery,
    enabled: profile?.user.plan === 'COMMANDER',
    staleTime: keptMs,
    // If it cannot be read, nothing shows.
    meta: { shown: true },
  })
  if (data?.status !== 'PAST_DUE') return null
  return (
    <p role="status" className={classes.due}>
      The last payment for Commander didn’t go through. You keep your plan for seven days.{' '}
      <Link to={paths.pricing}>Update your card</Link>
    </p>
  )
}
