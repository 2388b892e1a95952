import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteAccountForm } from '#web/features/account/components/settings/account-deletion/delete-account-form'
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
      <Text size="sm">Permanently deletes your account, reviews, workspaces and files.</Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Delete your account?">
        <ul className={classes.goes}>
          <li>Your reviews are deleted, with all their comments and links.</li>
          <li>Your workspaces are deleted, with all their tasks and notes.</li>
          {shared && shared.length > 0 && <li>What you transfer below stays with its new owner.</li>}
          <li>Your files, your profile and its picture are deleted.</li>
          <li>What you wrote in other people’s reviews and workspaces stays, without your name.</li>
          <li>Other people’s workspaces show that you left; your open tasks there become unassigned.</li>
          <li>You’re signed out everywhere. None of this can be undone.</li>
        </ul>
        {!shared && error && <LoadError what="Your shared work" onRetry={() => void refetch()} />}
        {!shared && !error && <Skeleton height={120} />}
        {shared && <DeleteAccountForm email={email} hasPassword={hasPassword} shared={shared} />}
      </Dialog>
    </div>
  )
}
