import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#web/lib/paths'
import { rememberWantedPath, useSession } from '#web/lib/session'
import classes from './room-tools.module.css'

/** In the bar of a review that only this device has: says so, and how to share it. */
export function DeviceTools() {
  const { token } = useSession()
  return (
    <>
      <span className={classes.place} title="None of it has left this device">
        <IconDeviceDesktop size={15} aria-hidden /> Only on this device
      </span>
      {token === null && (
        <Button
          size="xs"
          component={Link}
          to={paths.register}
          onClick={() => rememberWantedPath(paths.reviews)}
        >
          Sign in to share
        </Button>
      )}
    </>
  )
}
