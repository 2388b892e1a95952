import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#web/features/plans/queries'

/** Only where this server takes payments. */
export function PaidPlans() {
  const { data } = useQuery(plansQuery)
  if (data?.mode !== 'STRIPE') return null
  return (
    <p>
      <strong>Payments:</strong> if you buy a plan, you pay at Stripe, which gets your email address, the
      number of your account, what you buy, and the card you enter there. Wingmark keeps Stripe’s numbers for
      the customer and the subscription, and never sees the card.
    </p>
  )
}
