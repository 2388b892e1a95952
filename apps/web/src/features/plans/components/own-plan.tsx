import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@wingmark/contract/subscriptions'
import { useState } from 'react'
import { subscriptionQuery, useCancelPlan, useOpenPortal } from '#web/features/plans/queries'
import { formatDay } from '#web/lib/format'
import { toastSuccess } from '#web/lib/toast'
import classes from './plans.module.css'

/** What one's own plan is, and how it ends. */
export function OwnPlan() {
  const { data } = useQuery(subscriptionQuery)
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelPlan()
  const portal = useOpenPortal()
  if (!data || (!data.can.cancel && !data.can.portal && !data.isEnding)) return null
  const end = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toastSuccess('Your plan was cancelled')
      },
    })
  return (
    <div className={classes.own}>
      <Text>{describe(data)}</Text>
      {isAsking && (
        <Text c="dimmed">
          Nothing is deleted. What is over the lower limit stays readable and can be downloaded; only new
          uploads wait until there is room again.
        </Text>
      )}
      <div className={classes.ownEnd}>
        {data.can.portal && (
          <Button variant="default" loading={portal.isPending} onClick={() => portal.mutate()}>
            Card and invoices
          </Button>
        )}
        {data.can.cancel && !isAsking && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Cancel Commander
          </Button>
        )}
        {isAsking && (
          <>
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button variant="default" loading={cancel.isPending} onClick={end}>
              Yes, cancel it
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function describe({ status, source, isEnding, periodEnd }: Subscription): string {
  const day = periodEnd ? formatDay(periodEnd) : ''
  if (status === 'PAST_DUE')
    return 'The last payment did not go through. Your plan stays for seven days; please look at your card.'
  if (isEnding && day) return `Commander ends on ${day}.`
  if (source === 'STRIPE' && day) return `Commander is paid until ${day} and goes on by itself.`
  return source === 'OPERATOR' ? 'Given by the person who runs this server.' : 'You are a Commander.'
}
