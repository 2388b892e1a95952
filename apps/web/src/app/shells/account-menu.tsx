import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/features/account/queries'
import { initialsOf } from '#web/lib/format'
import { Face } from '#web/ui/face'
import { lateMenu, useLateMenu } from '#web/ui/late-menu'
import classes from './account-menu.module.css'

const AccountActions = lateMenu('Your menu', () =>
  import('#web/app/shells/account-actions').then((part) => part.AccountActions),
)

export function AccountMenu() {
  const { data } = useQuery(profileQuery)
  const { button, place } = useLateMenu('menu', AccountActions.preload)
  return (
    <>
      <UnstyledButton
        {...button}
        className={classes.target}
        data-touch
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
