import { Anchor, Text, Title } from '@mantine/core'
import { firstMessageNeeds } from '@wingmark/contract/perks'
import { type Plan, plans } from '@wingmark/contract/plans'
import { Link } from 'react-router'
import { formatStorage } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import classes from './landing.module.css'

const names: Record<Plan, string> = { FREE: 'Free', PILOT: 'Pilot', COMMANDER: 'Commander' }
const how: Record<Plan, string> = {
  FREE: 'With an account.',
  PILOT: 'With an account and a Connection Profile.',
  COMMANDER: 'See Pricing for how to get it on this server.',
}
const order: readonly Plan[] = ['FREE', 'PILOT', 'COMMANDER']

function connections(most: number | null): string {
  if (most === null) return 'Unlimited connection requests'
  return most === 0 ? 'No connection requests' : `${most} connection requests`
}

/** Each plan in short; the pricing page has every limit. */
export function PlanSummary() {
  return (
    <>
      <ul className={classes.three}>
        {order.map((plan) => (
          <li key={plan} className={classes.item}>
            <Title order={3}>{names[plan]}</Title>
            <Text c="dimmed">{how[plan]}</Text>
            <ul className={classes.gives}>
              <li>{formatStorage(plans[plan].storageBytes)} storage</li>
              <li>
                {plans[plan].messagesPerDay} messages a day{plan !== 'PILOT' && `. ${firstMessageNeeds}`}
              </li>
              <li>{connections(plans[plan].connectionsMax)}</li>
            </ul>
          </li>
        ))}
      </ul>
      <Anchor component={Link} to={paths.pricing}>
        Compare plans
      </Anchor>
    </>
  )
}
