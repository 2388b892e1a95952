import { UploadButton } from '#web/app/upload-entry'
import { paths } from '#web/app/paths'
import { Logo } from '#web/ui/logo'
import classes from './header.module.css'

export function SignedInHeader() {
  return (
    <header className={classes.header}>
      <Logo to={paths.home} />
      <div className={classes.end}>
        <UploadButton look="header" />
      </div>
    </header>
  )
}
