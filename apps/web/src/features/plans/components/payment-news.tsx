import { Loader, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { rereadNotifications } from '#web/features/notifications/queries'
import { subscriptionQuery } from '#web/features/plans/queries'
import classes from './plans.module.css'

const askEveryMs = 2_000
const waitMs = 60_000

/** Back from the payment house: waits for our own record, since the address proves nothing. The notification of it opens the popup. */
export function PaymentNews() {
  const [search, setSearch] = useSearchParams()
  const isBack = search.has('paid')
  const client = useQueryClient()
  const [isLate, setLate] = useState(false)
  const { data } = useQuery({
    ...subscriptionQuery,
    ...(isBack && !isLate ? { refetchInterval: askEveryMs } : {}),
  })
  const isThere = data?.plan === 'COMMANDER'
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setLate(true), waitMs)
    return () => clearTimeout(timer)
  }, [isBack])
  useEffect(() => {
    if (!isBack || !isThere) return
    setSearch({}, { replace: true })
    rereadNotifications(client)
  }, [isBack, isThere, setSearch, client])
  if (!isBack || isThere) return null
  return (
    <output className={classes.ownEnd}>
      {!isLate && <Loader size="xs" color="gray" />}
      <Text>
        {isLate
          ? 'Your payment is being confirmed. You will get a notification.'
          : 'Waiting for your payment to be confirmed…'}
      </Text>
    </output>
  )
}
