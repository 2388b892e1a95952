import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { deliveryIdOf, reviewIdOf } from '#web/app/shells/where'
import { DeliverySender } from '#web/features/deliveries/components/delivery-sender'
import { ReviewSender } from '#web/features/reviews/components/review-sender'
import { reviewQuery } from '#web/features/reviews/queries'
import { isOver } from '#web/lib/api-error'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import { Logo } from '#web/ui/logo'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './header.module.css'

const PublicMenu = lateMenu('This menu', () =>
  import('#web/app/shells/public-menu').then((part) => part.PublicMenu),
)

/** These pages are not worth returning to after sign-in. */
const isFrontDoor = (path: string) => path === paths.home || path.startsWith(paths.landing)

/** These pages have their own sign-in button. */
const hasOwnWayIn = (path: string) => isFrontDoor(path) || path === paths.pricing

const waysIn = {
  loud: {},
  beside: { variant: 'default' },
  quiet: { variant: 'subtle', color: 'gray' },
}

export function PublicHeader() {
  const { pathname, search } = useLocation()
  const { token } = useSession()
  const reviewId = reviewIdOf(pathname)
  const deliveryId = deliveryIdOf(pathname)
  const isRoom = reviewId !== undefined
  // There, what was sent is the only prominent thing.
  const isQuiet = isRoom || deliveryId !== undefined
  return (
    <header className={classes.header}>
      {deliveryId !== undefined && <DeliverySender id={deliveryId} />}
      {isRoom ? (
        <SenderOf reviewId={reviewId} />
      ) : (
        <Logo to={paths.home} compact={deliveryId !== undefined} />
      )}
      <div className={classes.publicEnd} data-quiet={isQuiet}>
        <Navigations isQuiet={isQuiet} />
        {token ? (
          <Button component={Link} to={paths.dashboard} size="xs">
            Dashboard
          </Button>
        ) : (
          <Button
            component={Link}
            to={paths.signIn}
            size="xs"
            {...waysIn[isQuiet ? 'quiet' : hasOwnWayIn(pathname) ? 'beside' : 'loud']}
            onClick={() => !isFrontDoor(pathname) && rememberWantedPath(pathname + search)}
          >
            Get Access
          </Button>
        )}
      </div>
    </header>
  )
}

/** Uses what the page has fetched of the review; the header fetches nothing itself. */
function SenderOf({ reviewId }: { reviewId: string }) {
  const { data, error } = useQuery({ ...reviewQuery(reviewId), enabled: false })
  return data && !isOver(error) ? <ReviewSender review={data.review} /> : <Logo to={paths.home} />
}

function Navigations({ isQuiet }: { isQuiet: boolean }) {
  const isShort = useIsPhone() && isQuiet
  const { button, place } = useLateMenu('menu', PublicMenu.preload)
  return (
    <>
      {isShort ? (
        <ActionIcon {...button} size={32} data-touch aria-label="Navigations">
          <IconDots size={18} />
        </ActionIcon>
      ) : (
        <Button
          {...button}
          variant="subtle"
          color="gray"
          size="xs"
          rightSection={<IconChevronDown size={14} />}
        >
          Navigations
        </Button>
      )}
      {place && <PublicMenu place={place} />}
    </>
  )
}
