import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#web/features/plans/queries'

/** Only where this server takes payments. */
export function PaidPlans() {
  const { data } = useQuery(plansQuery)
  if (data?.mode !== 'STRIPE') return null
  return (
    <p>
      <strong>Payments:</strong> if you buy a plan, you pay through Stripe, which gets your email address,
      your account ID, what you buy, and the card you enter there. Wingmark keeps Stripe’s customer and
      subscription IDs, and never sees the card.
    </p>
  )
}
