import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeliveryPage as Delivery } from '@wingmark/contract/received-deliveries'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { DeliveryProblem } from '#web/features/deliveries/components/delivery-problem'
import { ReceiverView } from '#web/features/deliveries/components/receiver-view'
import { deliveryKeys } from '#web/features/deliveries/delivery-keys'
import { deliveryPageQuery } from '#web/features/deliveries/queries'
import { useReadAbout } from '#web/features/notifications/queries'
import { isOver } from '#web/lib/api-error'
import { dropFirstDelivery, takeFirstView } from '#web/lib/first-view'
import { rememberShareToken, shareTokenOf } from '#web/lib/share-token'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import pageClasses from '#web/ui/page.module.css'
import { useWindowTitle } from '#web/ui/use-window-title'

const Stage = lazily(
  () => import('#web/features/room/stage/design-viewer').then((viewer) => viewer.DesignViewer),
  (late) => <LatePart late={late} what="The picture" />,
)

/** A delivery behind its link; nobody needs an account to open it. */
export function DeliveryPage() {
  const { id = '' } = useParams()
  return <DeliveryOf key={id} id={id} />
}

function DeliveryOf({ id }: { id: string }) {
  const code = useSearchParams()[0].get('share')
  useEntry(id, code)
  useLayoutEffect(dropFirstDelivery, [])
  const { data, error: failure, refetch, isFetching } = useQuery(deliveryPageQuery(id))
  // Keeps the last error while refetching, so that typed words stay.
  const [lastError, setLastError] = useState<Error | null>(null)
  const error = failure ?? (data ? null : lastError)
  if (error !== lastError) setLastError(error)
  useReadAbout(data ? { subject: { kind: 'DELIVERY', _id: id } } : null)

  // This tab's share token may have ended, while the link just opened is valid.
  useEffect(() => {
    if (!error || !code || shareTokenOf(id) === code) return
    rememberShareToken(id, code)
    void refetch()
  }, [error, code, id, refetch])
  const isClosed = error !== null && (!data || isOver(error))
  useWindowTitle(isClosed ? undefined : data?.name)

  if (isClosed) {
    return (
      <DeliveryProblem
        id={id}
        error={error}
        code={code ?? shareTokenOf(id) ?? null}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return data ? <ReceiverView page={data} Stage={Stage} /> : <Loading />
}

function Loading() {
  return (
    <output className={pageClasses.root} aria-label="Loading the files">
      <Skeleton height={36} width={220} />
      <Skeleton height={44} width="60%" />
      <Skeleton height={320} />
    </output>
  )
}

/** Before any request: stores the link's code, and takes the page's first view. */
function useEntry(id: string, code: string | null): void {
  const client = useQueryClient()
  useState(() => {
    if (code && !shareTokenOf(id)) rememberShareToken(id, code)
    const firstView = takeFirstView<Delivery>(id)
    // It was made for nobody in particular: shows at once, then is fetched again.
    if (firstView) client.setQueryData(deliveryKeys.page(id), firstView, { updatedAt: 1 })
  })
}
