import { Badge, Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Plan } from '@wingmark/contract/plans'
import type { Plans } from '@wingmark/contract/subscriptions'
import { Link, useLocation } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { describePrice } from '#web/features/plans/price'
import { useUpgrade } from '#web/features/plans/queries'
import { paths } from '#web/lib/paths'
import { openPopup } from '#web/lib/popups'
import { rememberWantedPath, useSession } from '#web/lib/session'
import classes from './plans.module.css'

const words: Record<Plan, { name: string; value: string; text: string }> = {
  FREE: { name: 'Free', value: 'Get feedback', text: 'Publish, send one link, get pinned comments.' },
  PILOT: { name: 'Pilot', value: 'Get found', text: 'A Connection Profile that shows your public work.' },
  COMMANDER: {
    name: 'Commander',
    value: 'Connect without limits',
    text: 'More storage and messages even without a profile; with one, unlimited connections.',
  },
}

/** Three plans, one value each; marks the current one, and at most one button is prominent. */
export function PlanColumns({ offers, plan }: { offers: Plans; plan: Plan | null }) {
  return (
    <ul className={classes.columns}>
      {offers.plans.map(({ _id, price }) => (
        <li key={_id} className={classes.column} data-current={plan === _id || undefined}>
          <div className={classes.columnHead}>
            <Title order={2}>{words[_id].name}</Title>
            {plan === _id && (
              <Badge variant="light" color="gray">
                Your plan
              </Badge>
            )}
          </div>
          <Text className={classes.value}>{words[_id].value}</Text>
          <Text c="dimmed">{words[_id].text}</Text>
          {(price || (offers.mode === 'STRIPE' && _id !== 'COMMANDER')) && (
            <Text className={classes.price}>{price ? describePrice(price) : 'Free'}</Text>
          )}
          <div className={classes.columnEnd}>
            {_id === 'COMMANDER' && <CommanderButton offers={offers} plan={plan} />}
            {_id === 'PILOT' && plan === 'FREE' && (
              <Button variant="default" onClick={() => openPopup('pilot-benefit')}>
                See benefits
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function CommanderButton({ offers, plan }: { offers: Plans; plan: Plan | null }) {
  const { token } = useSession()
  const { pathname } = useLocation()
  const { data: profile } = useQuery({ ...profileQuery, enabled: token !== null })
  const upgrade = useUpgrade()
  if (!token)
    return (
      <Button component={Link} to={paths.signIn} onClick={() => rememberWantedPath(pathname)}>
        Get Access
      </Button>
    )
  if (plan === 'COMMANDER' || plan === null || !profile) return null
  if (offers.mode === 'OPERATOR') return null
  return (
    <Button
      loading={upgrade.isPending}
      onClick={() =>
        upgrade.mutate(profile.user._id, {
          onSuccess: ({ state }) => state === 'ACTIVE' && openPopup('commander-success'),
        })
      }
    >
      Unlock Commander
    </Button>
  )
}
