import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'
import classes from './main-nav.module.css'

export function MainNav() {
  const { data } = useQuery(profileQuery)
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
    </nav>
  )
}
