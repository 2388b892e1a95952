import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { hasBottomNav } from '#web/app/shells/where'
import { profileQuery } from '#web/features/account/queries'
import { initialsOf } from '#web/lib/format'
import { Face } from '#web/ui/face'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import classes from './account-menu.module.css'

export const AccountActions = lateMenu('Your menu', () =>
  import('#web/app/shells/account-actions').then((part) => part.AccountActions),
)

/** On phones only where the bottom navigation, which has the same menu, is hidden. */
export function AccountMenu() {
  const { pathname } = useLocation()
  const { data } = useQuery(profileQuery)
  const { button, place } = useLateMenu('menu', AccountActions.preload)
  return (
    <>
      <UnstyledButton
        {...button}
        className={classes.target}
        data-touch
        data-also-below={hasBottomNav(pathname) || undefined}
        aria-label={`${initialsOf(data?.user.name ?? '')} Account`.trim()}
      >
        <Face
          connectionId={data?.user._id ?? null}
          name={data?.user.name ?? ''}
          src={data?.user.avatar}
          size={30}
        />
      </UnstyledButton>
      {place && <AccountActions place={place} />}
    </>
  )
}
