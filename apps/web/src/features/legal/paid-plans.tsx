import { useQuery } from '@tanstack/react-query'
import { plansQuery } from '#web/features/plans/queries'

/** Only where this server takes payments. */
export function PaidPlans() {
  const { data } = useQuery(plansQuery)
  if (data?.mode !== 'STRIPE') return null
  return (
    <p>
      <strong>Payments:</strong> whoever buys a plan goes to Stripe, which gets the email address, the number
      that Wingmark has for the account, what is bought, and the card that is typed there. Wingmark keeps
      Stripe’s numbers for the customer and the subscription, and never sees the card.
    </p>
  )
}
