import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import { Logo } from '#web/ui/logo'
import classes from './header.module.css'

/** Whoever comes in by the front door wants what is behind it, not the door. */
const isFrontDoor = (path: string) => path === paths.home || path.startsWith(paths.landing)

export function PublicHeader() {
  const { pathname, search } = useLocation()
  const { token } = useSession()
  return (
    <header className={classes.header}>
      <Logo to={paths.home} />
      <div className={classes.publicEnd}>
        <Menu position="bottom-end" width={200}>
          <Menu.Target>
            <Button variant="subtle" color="gray" size="xs" rightSection={<IconChevronDown size={14} />}>
              Navigations
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={paths.home}>
              Home
            </Menu.Item>
            <Menu.Item component={Link} to={paths.landingReview}>
              Get Reviews
            </Menu.Item>
            <Menu.Item component={Link} to={paths.landingConnection}>
              Get Connections
            </Menu.Item>
            <Menu.Item component={Link} to={paths.pricing}>
              Pricing
            </Menu.Item>
            <Menu.Item component={Link} to={paths.help}>
              Help center
            </Menu.Item>
            {!token && (
              <Menu.Item component={Link} to={paths.register}>
                Create an account
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
        {token ? (
          <Button component={Link} to={paths.dashboard} size="xs">
            Dashboard
          </Button>
        ) : (
          <Button
            component={Link}
            to={paths.signIn}
            size="xs"
            onClick={() => !isFrontDoor(pathname) && rememberWantedPath(pathname + search)}
          >
            Get Access
          </Button>
        )}
      </div>
    </header>
  )
}
