import { Button, Skeleton, Switch, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/features/account/queries'
import { ownProfileQuery, useDeleteProfile, useUpdateProfile } from '#web/features/connections/queries'
import { openPopup } from '#web/lib/popups'
import { LoadError } from '#web/ui/load-error'
import classes from './connections.module.css'

const choices = [
  ['isOpenToMessages', 'Open to messages', 'People you aren’t connected to can send you one, as a request.'],
  ['showsEmail', 'Show my email address', 'Only to people you’re connected to.'],
  ['isPublic', 'Public page', 'Anyone can open your page without signing in.'],
  ['isIndexed', 'Let search engines list it', 'Only while the page is public.'],
] as const

export function ProfileSettings({ hasProfile }: { hasProfile: boolean }) {
  return hasProfile ? <OwnProfile /> : <NoProfile />
}

function NoProfile() {
  return (
    <div className={classes.popup}>
      <Text size="sm">
        Show your work and your skills, find others by theirs, and unlock Pilot. You don’t have a Connection
        Profile yet.
      </Text>
      <div>
        <Button variant="default" onClick={() => openPopup('pilot-benefit')}>
          Benefits of Pilot Profile
        </Button>
      </div>
    </div>
  )
}

function OwnProfile() {
  const { data, error, refetch } = useQuery(ownProfileQuery)
  const { data: account } = useQuery(profileQuery)
  const update = useUpdateProfile()
  const remove = useDeleteProfile()
  if (!data && error) return <LoadError what="Your Connection Profile" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={200} />
  const askToRemove = () =>
    modals.openConfirmModal({
      title: 'Delete your Connection Profile?',
      children: (
        <Text size="sm">
          People can no longer find you, and you can no longer ask anyone to connect.{' '}
          {account?.user.plan === 'PILOT' &&
            'You’ll lose Pilot: you can still view and download everything, but can’t upload until there’s space again. '}
          Nothing else is deleted.
        </Text>
      ),
      labels: { confirm: 'Delete profile', cancel: 'Keep profile' },
      confirmProps: { color: 'pin' },
      onConfirm: () => remove.mutate(data._id),
    })
  return (
    <div className={classes.popup}>
      <Text size="sm">
        {data.designation}, {data.company}, {data.location}. {data.skills.slice(0, 5).join(', ')}
      </Text>
      {choices.map(([name, label, description]) => (
        <Switch
          key={name}
          label={label}
          description={description}
          checked={data[name]}
          disabled={update.isPending || (name === 'isIndexed' && !data.isPublic)}
          onChange={({ currentTarget }) =>
            update.mutate({ id: data._id, body: { [name]: currentTarget.checked } })
          }
        />
      ))}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => openPopup('profile')}>
          Edit
        </Button>
        <Button variant="subtle" color="gray" onClick={askToRemove} loading={remove.isPending}>
          Delete profile
        </Button>
      </div>
    </div>
  )
}
