import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { DeviceTools } from '#web/features/offline/components/room-tools'
import { deviceComposerPlace } from '#web/features/offline/device-composer'
import { uploadedTo } from '#web/features/offline/sync/sync-state'
import { useDeviceRoom } from '#web/features/offline/use-device-room'
import { RoomSkeleton } from '#web/features/room/entry/room-skeleton'
import { ReviewRoom } from '#web/features/room/review-room'
import { roomReviewQuery } from '#web/features/room/state/room-data'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { PageMessage } from '#web/ui/page-message'
import { useWindowTitle } from '#web/ui/use-window-title'

/** The room of a device-only review. */
export function DeviceReviewPage() {
  const { id = '' } = useParams()
  return <DeviceReviewOf key={id} id={id} />
}

function DeviceReviewOf({ id }: { id: string }) {
  const opening = useDeviceRoom(id)
  const there = uploadedTo.get(id)
  if (opening === 'missing') return there ? <Navigate to={paths.review(there)} replace /> : <NotOnDevice />
  return opening === 'open' ? <Room id={id} /> : <RoomSkeleton />
}

function Room({ id }: { id: string }) {
  const { data } = useQuery(roomReviewQuery(id))
  const [onDevice] = useState(() => ({ composer: deviceComposerPlace(), tools: <DeviceTools /> }))
  useWindowTitle(data?.review.name)
  return data ? <ReviewRoom page={data} onDevice={onDevice} /> : <RoomSkeleton />
}

function NotOnDevice() {
  const { token } = useSession()
  return (
    <PageMessage
      isPage
      title="This review isn’t on this device"
      text="It was uploaded, deleted, or created on another device."
    >
      <Button component={Link} to={token ? paths.reviews : paths.home}>
        {token ? 'Reviews' : 'Home'}
      </Button>
    </PageMessage>
  )
}
