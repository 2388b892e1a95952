import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths'
import { Logo } from '#web/ui/logo'
import classes from './header.module.css'

export function PublicHeader() {
  return (
    <header className={classes.header}>
      <Logo to={paths.home} />
      <div className={classes.end}>
        <Button component={Link} to={paths.signIn} size="xs">
          Get Access
        </Button>
      </div>
    </header>
  )
}
