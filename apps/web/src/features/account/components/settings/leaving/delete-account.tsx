import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteAccountForm } from '#web/features/account/components/settings/leaving/delete-account-form'
import { sharedWorkQuery } from '#web/features/account/settings-queries'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'
import classes from '../settings.module.css'

type Props = { email: string; hasPassword: boolean }

export function DeleteAccount({ email, hasPassword }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data: shared, error, refetch } = useQuery({ ...sharedWorkQuery, enabled: isOpen })
  return (
    <div className={classes.split}>
      <Text size="sm">
        Deletes your account, your reviews, your workspaces and your files, at once and for good.
      </Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Delete your account?">
        <ul className={classes.goes}>
          <li>Your reviews go, with everybody’s comments in them and every link to them.</li>
          <li>Your workspaces go, with all tasks and notes in them.</li>
          {shared && shared.length > 0 && <li>What you hand over below stays, with its new owner.</li>}
          <li>Your files go, and your profile with its picture.</li>
          <li>What you wrote in reviews and workspaces of others stays there, without your name.</li>
          <li>Workspaces of others say that you have left; your open tasks there have nobody any more.</li>
          <li>You are signed out everywhere. None of this can be undone.</li>
        </ul>
        {!shared && error && <LoadError what="What you share" onRetry={() => void refetch()} />}
        {!shared && !error && <Skeleton height={120} />}
        {shared && <DeleteAccountForm email={email} hasPassword={hasPassword} shared={shared} />}
      </Dialog>
    </div>
  )
}
