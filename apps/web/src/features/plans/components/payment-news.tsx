import { Loader, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Subscription } from '@wingmark/contract/subscriptions'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { rereadNotifications } from '#web/features/notifications/queries'
import { subscriptionQuery, usePlanChanged } from '#web/features/plans/queries'
import { toastSuccess } from '#web/lib/toast'
import classes from './plans.module.css'

const askEveryMs = 2_000
const waitMs = 60_000

const paidFor = {
  plan: (own: Subscription, _search: URLSearchParams) => own.plan === 'COMMANDER',
  storage: (own: Subscription, search: URLSearchParams) => own.extraStorageBytes > Number(search.get('had')),
}

/** Back from checkout, waits for our own record, since the address is no evidence. The plan's notification opens the popup. */
export function PaymentNews({ of }: { of: keyof typeof paidFor }) {
  const [search, setSearch] = useSearchParams()
  const isBack = search.has('paid')
  const client = useQueryClient()
  const changed = usePlanChanged()
  const [isLate, setLate] = useState(false)
  const { data } = useQuery({
    ...subscriptionQuery,
    ...(isBack && !isLate ? { refetchInterval: askEveryMs } : {}),
  })
  const isThere = data !== undefined && paidFor[of](data, search)
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setLate(true), waitMs)
    return () => clearTimeout(timer)
  }, [isBack])
  const arrived = useEffectEvent(() => {
    setSearch({}, { replace: true })
    rereadNotifications(client)
    void changed()
    if (of === 'storage') toastSuccess('You now have more storage')
  })
  useEffect(() => {
    if (isBack && isThere) arrived()
  }, [isBack, isThere])
  if (!isBack || isThere) return null
  return (
    <output className={classes.ownEnd}>
      {!isLate && <Loader size="xs" color="gray" />}
      <Text>
        {isLate
          ? 'Your payment is being confirmed. You’ll get a notification.'
          : 'Waiting for your payment to be confirmed…'}
      </Text>
    </output>
  )
}
