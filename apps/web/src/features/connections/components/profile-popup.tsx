import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/features/account/queries'
import { ProfileForm } from '#web/features/connections/components/profile-form'
import { ownProfileQuery } from '#web/features/connections/queries'
import { closeAll } from '#web/lib/popups'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'

/** Creates or changes the profile. */
export function ProfilePopup() {
  const account = useQuery(profileQuery)
  const has = Boolean(account.data?.connectionProfile)
  const own = useQuery({ ...ownProfileQuery, enabled: has })
  const isThere = account.data && (!has || own.data)
  const retry = () => void Promise.all([account.refetch(), own.refetch()])
  return (
    <Dialog
      opened
      onClose={closeAll}
      size="var(--wm-dialog-width)"
      title="Organize your Connection Profile"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!isThere && (account.error ?? own.error) && <LoadError what="Your profile" onRetry={retry} />}
      {!isThere && !account.error && !own.error && <Skeleton height={320} />}
      {account.data && isThere && (
        <ProfileForm user={account.data.user} profile={has ? own.data : undefined} />
      )}
    </Dialog>
  )
}
