import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeOwnPlan } from '#web/features/plans/own-plan-words'
import { subscriptionQuery, useCancelPlan, useOpenPortal } from '#web/features/plans/queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './plans.module.css'

/** The user's plan, and how it ends. */
export function OwnPlan() {
  const { data } = useQuery(subscriptionQuery)
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelPlan()
  const portal = useOpenPortal()
  const words = data ? describeOwnPlan(data) : null
  if (!data || words === null || (!data.can.cancel && !data.can.portal && !data.isEnding)) return null
  const end = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        setAsking(false)
        toastSuccess('Plan cancelled')
      },
    })
  return (
    <div className={classes.own}>
      <Text>{words}</Text>
      {isAsking && (
        <Text c="dimmed">
          Nothing is deleted. You can still view and download everything; you can’t upload until there’s space
          again.
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
              Keep plan
            </Button>
            <Button variant="default" loading={cancel.isPending} onClick={end}>
              Cancel plan
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
