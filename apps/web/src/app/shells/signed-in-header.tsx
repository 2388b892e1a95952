import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { AccountMenu } from '#web/app/shells/account-menu'
import { MainNav } from '#web/app/shells/main-nav'
import { UploadButton } from '#web/app/upload-entry'
import { MessagesLink } from '#web/features/messages/components/messages-link'
import { NotificationsMenu } from '#web/features/notifications/components/notifications-menu'
import { SearchBox } from '#web/features/search/components/search-box'
import { openPalette } from '#web/lib/palette'
import { paths } from '#web/lib/paths'
import { Logo } from '#web/ui/logo'
import classes from './header.module.css'

export function SignedInHeader() {
  return (
    <header className={classes.header}>
      <Logo to={paths.home} compact />
      <MainNav />
      <div className={classes.search}>
        <SearchBox />
      </div>
      <div className={classes.end}>
        <ActionIcon
          size="lg"
          className={classes.searchButton}
          data-touch
          aria-label="Search and commands"
          aria-haspopup="dialog"
          onClick={openPalette}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <MessagesLink className={classes.messages} />
        <NotificationsMenu allPath={paths.notifications} />
        <div className={classes.upload}>
          <UploadButton look="header" />
        </div>
        <AccountMenu />
      </div>
    </header>
  )
}
