import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import classes from './main-nav.module.css'

const MoreMenu = lateMenu('This menu', () =>
  import('#web/app/shells/more-menu').then((part) => part.MoreMenu),
)

export function MainNav() {
  const { data } = useQuery(profileQuery)
  const { button, place } = useLateMenu('menu', MoreMenu.preload)
  return (
    <nav aria-label="Main" className={classes.nav}>
      <NavLink to={paths.dashboard} className={classes.link}>
        Dashboard
      </NavLink>
      <NavLink to={paths.reviews} className={classes.link}>
        Reviews
      </NavLink>
      {data?.connectionProfile && (
        <NavLink to={paths.connections} className={classes.link}>
          Connections
        </NavLink>
      )}
      <UnstyledButton {...button} className={classes.link}>
        More <IconChevronDown size={13} aria-hidden />
      </UnstyledButton>
      {place && <MoreMenu place={place} />}
    </nav>
  )
}
