import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { Review } from '@wingmark/contract/reviews'
import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCount } from '#web/lib/format'
import { paths } from '#web/lib/paths'
import { useSession } from '#web/lib/session'
import { PageSection } from '#web/ui/page'
import { useIsOnline } from '#web/ui/use-is-online'
import { type Picture, presentReview } from '../device-pages.ts'
import { readComments } from '../device-store.ts'
import type { OfflineReview } from '../offline-form.ts'
import { freePicture, openCover } from '../pictures.ts'
import { useDeviceReviews } from '../use-device-reviews.ts'
import { DeviceMenu } from './device-menu.tsx'
import classes from './device-reviews.module.css'
import { SyncStatus } from './sync-status.tsx'
import { TryIt } from './try-it.tsx'

type Grid = ComponentType<{
  reviews: readonly Review[]
  Menu: ComponentType<{ review: Review }>
  Note: ComponentType<{ review: Review }>
  heading: 'h3'
  pathOf: (review: Review) => string
}>

const shownFirst = 12

/** Reviews only on this device, above the server's; renders nothing without any. */
export function DeviceReviews({ Grid }: { Grid: Grid }) {
  const { reviews, unreadable } = useDeviceReviews()
  const isOnline = useIsOnline()
  const { token } = useSession()
  const [shown, setShown] = useState(shownFirst)
  const some = reviews.slice(0, shown)
  const covers = useCovers(some)
  const isOffline = token !== null && !isOnline
  if (reviews.length === 0 && unreadable === 0 && !isOffline) return null
  return (
    <PageSection
      title="Only on this device"
      end={
        isOffline && (
          <TryIt variant="default" size="xs">
            Create review here
          </TryIt>
        )
      }
    >
      <div className={classes.root}>
        {token !== null && <SyncStatus />}
        {unreadable > 0 && (
          <p className={classes.words} role="status">
            {unreadable === 1
              ? 'An item saved on this device can’t be read. It was left unchanged and won’t be uploaded.'
              : `${formatCount(unreadable, 'item')} saved on this device can’t be read. They were left unchanged and won’t be uploaded.`}
          </p>
        )}
        {isOffline && reviews.length === 0 && (
          <p className={classes.words}>
            You’re offline. You can still create a review here; it uploads once you’re back online.
          </p>
        )}
        {some.length > 0 && (
          <Grid
            heading="h3"
            reviews={some.map((review) =>
              presentReview(review, {
                comments: readComments(review).comments.length,
                coverUrl: covers.get(review._id)?.previewUrl ?? null,
              }),
            )}
            Menu={DeviceMenu}
            Note={OnDevice}
            pathOf={(review) => paths.deviceReview(review._id)}
          />
        )}
        {reviews.length > shown && (
          <Button variant="default" size="xs" onClick={() => setShown(shown + 48)}>
            Show more of {formatCount(reviews.length, 'review')}
          </Button>
        )}
      </div>
    </PageSection>
  )
}

function OnDevice() {
  return (
    <p className={classes.note}>
      <IconDeviceDesktop size={14} aria-hidden /> Only on this device
    </p>
  )
}

/** The first image of each; their object URLs end with the list. */
function useCovers(reviews: readonly OfflineReview[]): ReadonlyMap<string, Picture> {
  const [covers, setCovers] = useState<ReadonlyMap<string, Picture>>(new Map())
  const opened = useRef(new Map<string, Picture | null>())
  const ids = reviews.map((one) => one._id).join(' ')
  const openAll = useEffectEvent(() => {
    const open = async () => {
      for (const { _id, images } of reviews) {
        const [first] = images
        if (first === undefined || opened.current.has(_id)) continue
        const mine = opened.current.set(_id, null)
        const picture = await openCover(first)
        // The list was unmounted meanwhile.
        if (mine !== opened.current) return freePicture(picture)
        mine.set(_id, picture)
        if (picture.fault === null) setCovers((known) => new Map(known).set(_id, picture))
      }
    }
    void open()
  })
  useEffect(() => {
    if (ids !== '') openAll()
  }, [ids])
  useEffect(
    () => () => {
      for (const picture of opened.current.values()) if (picture) freePicture(picture)
      opened.current = new Map()
    },
    [],
  )
  return covers
}
