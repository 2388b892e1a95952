import { IconBell, IconLayoutDashboard, IconPhoto, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { NavLink, useLocation } from 'react-router'
import { isDelivery, isRoom } from '#web/app/shells/where'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'
import classes from './bottom-nav.module.css'

const hiddenOn = new Set<string>([paths.upgradeStorage, paths.settings, paths.pricing])

/** Phones only; a review has its own bottom bar. */
export function BottomNav() {
  const { pathname } = useLocation()
  const { data } = useQuery(profileQuery)
  if (hiddenOn.has(pathname) || isRoom(pathname) || isDelivery(pathname)) return null
  const items = [
    { to: paths.dashboard, label: 'Dashboard', Icon: IconLayoutDashboard },
    { to: paths.reviews, label: 'Reviews', Icon: IconPhoto },
    ...(data?.connectionProfile ? [{ to: paths.connections, label: 'Connections', Icon: IconUsers }] : []),
    { to: paths.notifications, label: 'Notifications', Icon: IconBell },
  ]
  return (
    <>
      <div className={classes.room} />
      <nav aria-label="Main, bottom" className={classes.nav}>
        {items.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} className={classes.link}>
            <Icon size={20} aria-hidden />
            {label}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
