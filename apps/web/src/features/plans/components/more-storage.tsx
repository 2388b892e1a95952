import { Button, CopyButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { plans } from '@wingmark/contract/plans'
import type { Plans } from '@wingmark/contract/subscriptions'
import { Link } from 'react-router'
import { profileQuery, usageQuery } from '#web/features/account/queries'
import { describePrice } from '#web/features/plans/price'
import { subscriptionQuery, useAddStorage } from '#web/features/plans/queries'
import { formatStorage } from '#web/lib/format'
import { mailLink } from '#web/lib/mail-link'
import { paths } from '#web/lib/paths'
import { toastSuccess } from '#web/lib/toast'
import classes from './plans.module.css'

/** How to get more storage on this server: free, by the operator, or paid. */
export function MoreStorage({ offers }: { offers: Plans }) {
  const { data: profile } = useQuery(profileQuery)
  const { data: usage } = useQuery(usageQuery)
  const { data: own } = useQuery(subscriptionQuery)
  const add = useAddStorage()
  if (!usage || !own) return null
  const isSmallest = usage.plan === 'FREE'
  const next = plans.PILOT.storageBytes
  return (
    <div className={classes.own}>
      {isSmallest && (
        <Text>
          Pilot and Commander have {formatStorage(next)}. <Link to={paths.pricing}>See plans</Link>
        </Text>
      )}
      {offers.mode === 'OPERATOR' && (
        <AskOperator email={offers.operatorEmail} who={profile?.user.email ?? ''} used={usage.storage} />
      )}
      {offers.mode === 'OPEN' && !own.can.addStorage && (
        <Text>You already have all the storage available here.</Text>
      )}
      {offers.storagePack && own.can.addStorage && (
        <div className={classes.ownEnd}>
          <Button
            variant="default"
            loading={add.isPending}
            onClick={() =>
              add.mutate(undefined, {
                onSuccess: (answer) =>
                  answer.state === 'ACTIVE' &&
                  toastSuccess(`You now have ${formatStorage(answer.limitBytes)} of storage`),
              })
            }
          >
            Add {formatStorage(offers.storagePack.bytes)}
          </Button>
          <Text c="dimmed">
            {offers.storagePack.price
              ? describePrice(offers.storagePack.price)
              : `Free, up to ${formatStorage(usage.storage.limitBytes + own.moreStorageBytes)} in all.`}
          </Text>
        </div>
      )}
    </div>
  )
}

function AskOperator(props: {
  email: string | null
  who: string
  used: { usedBytes: number; limitBytes: number }
}) {
  const { usedBytes, limitBytes } = props.used
  const sentence = `Please give ${props.who} more storage: ${formatStorage(usedBytes)} of ${formatStorage(limitBytes)} is used.`
  if (props.email)
    return (
      <Text>
        The person who runs this server can give you more:{' '}
        <a href={mailLink(props.email, { subject: 'Storage', body: sentence })}>{props.email}</a>
      </Text>
    )
  return (
    <>
      <Text>The person who runs this server can give you more. Send them this:</Text>
      <Text fs="italic">{sentence}</Text>
      <CopyButton value={sentence}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy request'}
          </Button>
        )}
      </CopyButton>
    </>
  )
}
