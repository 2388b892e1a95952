import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { areaOf } from '#web/app/shells/where'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import classes from './main-nav.module.css'

const MoreMenu = lateMenu('This menu', () =>
  import('#web/app/shells/more-menu').then((part) => part.MoreMenu),
)

/** Below 1024 px, the last ones are in *More*. */
export function MainNav() {
  const { data } = useQuery(profileQuery)
  const area = areaOf(useLocation().pathname)
  const { button, place } = useLateMenu('menu', MoreMenu.preload)
  const isInMore = area === 'workspaces' || area === 'connections'
  return (
    <nav aria-label="Main" className={classes.nav}>
      <Tab to={paths.dashboard} name="Dashboard" isCurrent={area === 'dashboard'} />
      <Tab to={paths.reviews} name="Reviews" isCurrent={area === 'reviews'} />
      <Tab to={paths.transfers} name="Transfers" isCurrent={area === 'transfers'} />
      <Tab to={paths.workspaces} name="Workspaces" isCurrent={area === 'workspaces'} needsRoom />
      {data?.connectionProfile && (
        <Tab to={paths.connections} name="Connections" isCurrent={area === 'connections'} needsRoom />
      )}
      <UnstyledButton
        {...button}
        className={classes.link}
        data-place="more"
        aria-current={isInMore ? 'true' : undefined}
      >
        More <IconChevronDown size={13} aria-hidden />
      </UnstyledButton>
      {place && <MoreMenu place={place} />}
    </nav>
  )
}

type TabProps = { to: string; name: string; isCurrent: boolean; needsRoom?: boolean }

function Tab({ to, name, isCurrent, needsRoom }: TabProps) {
  return (
    <Link
      to={to}
      className={classes.link}
      data-place={needsRoom ? 'room' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {name}
    </Link>
  )
}
