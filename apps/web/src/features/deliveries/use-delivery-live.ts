import { useQueryClient } from '@tanstack/react-query'
import { type DeliveryEvent, liveDeliveryPath } from '@wingmark/contract/live'
import { useEffect, useState } from 'react'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { callerHeaders } from '#web/lib/api'
import { openLive } from '#web/lib/live-connection'
import { shareTokenOf } from '#web/lib/share-token'

/** Files of a folder arrive in bursts. */
const readAgainMs = 400

/** Reads a delivery again whenever an event since its first page reports a change. */
export function useDeliveryLive({ _id: id, lastEventId }: { _id: string; lastEventId: string }): void {
  const client = useQueryClient()
  const [since] = useState(lastEventId)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey: deliveryKeys.page(id) })
      void client.invalidateQueries({ queryKey: deliveryKeys.one(id) })
    }
    const close = openLive<DeliveryEvent>({
      path: liveDeliveryPath(id),
      headers: () => callerHeaders(shareTokenOf(id)),
      lastEventId: since,
      onEvent: () => {
        timer ??= setTimeout(readAgain, readAgainMs)
      },
      onStatus(status) {
        // The page finds out why, and shows it.
        if (status === 'refused') readAgain()
      },
    })
    return () => {
      close()
      clearTimeout(timer)
    }
  }, [id, since, client])
}
