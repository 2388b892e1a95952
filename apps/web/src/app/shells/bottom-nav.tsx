import { UnstyledButton } from '@mantine/core'
import { IconDots, IconFolders, IconLayoutDashboard, IconLayoutKanban, IconPhoto } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { AccountActions } from '#web/app/shells/account-menu'
import { type Area, areaOf, hasBottomNav } from '#web/app/shells/where'
import { paths } from '#web/lib/paths'
import { useLateMenu } from '#web/ui/late-menu'
import classes from './bottom-nav.module.css'

const tabs = [
  { area: 'dashboard', label: 'Dashboard', Icon: IconLayoutDashboard },
  { area: 'reviews', label: 'Reviews', Icon: IconPhoto },
  { area: 'transfers', label: 'Transfers', Icon: IconFolders },
  { area: 'workspaces', label: 'Workspaces', Icon: IconLayoutKanban },
] as const satisfies readonly { area: Area; label: string; Icon: unknown }[]

/** Phones only; what has no tab of its own is in *More*. */
export function BottomNav() {
  const { pathname } = useLocation()
  if (!hasBottomNav(pathname)) return null
  return <Bar current={tabs.find(({ area }) => area === areaOf(pathname))?.area} />
}

function Bar({ current }: { current: Area | undefined }) {
  const { button, place } = useLateMenu('menu', AccountActions.preload)
  return (
    <>
      <div className={classes.room} />
      <nav aria-label="Main, bottom" className={classes.nav}>
        {tabs.map(({ area, label, Icon }) => (
          <Link
            key={area}
            to={paths[area]}
            className={classes.link}
            aria-current={area === current ? 'page' : undefined}
          >
            <Icon size={20} aria-hidden />
            {label}
          </Link>
        ))}
        <UnstyledButton {...button} className={classes.link} aria-current={current ? undefined : 'true'}>
          <IconDots size={20} aria-hidden />
          More
        </UnstyledButton>
      </nav>
      {place && <AccountActions place={place} />}
    </>
  )
}
