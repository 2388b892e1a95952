import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { DeleteAccountForm } from '#web/features/account/components/settings/delete-account-form'
import { Dialog } from '#web/ui/dialog'
import classes from './settings.module.css'

type Props = { email: string; hasPassword: boolean }

export function DeleteAccount({ email, hasPassword }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.split}>
      <Text size="sm">Deletes your account, your reviews and your files, at once and for good.</Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Delete your account?">
        <ul className={classes.goes}>
          <li>Your reviews go, with everybody’s comments in them and every link to them.</li>
          <li>Your files go, and your profile with its picture.</li>
          <li>What you wrote in reviews of others stays there, without your name.</li>
          <li>You are signed out everywhere. None of this can be undone.</li>
        </ul>
        <DeleteAccountForm email={email} hasPassword={hasPassword} />
      </Dialog>
    </div>
  )
}
