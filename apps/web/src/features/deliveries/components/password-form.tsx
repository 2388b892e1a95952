import { isolated } from '@wingmark/contract/names'
import { useOpenDelivery } from '#web/features/deliveries/queries'
import { letInBefore } from '#web/lib/share-token'
import { KeyForm } from '#web/ui/key-form'

type Props = { id: string; shareCode: string; sender: string | undefined }

/** Asks for a link's password. */
export function PasswordForm({ id, shareCode, sender }: Props) {
  const opening = useOpenDelivery()
  return (
    <KeyForm
      title="These files need a password"
      text={
        sender === undefined
          ? 'The person who sent you the link can tell you.'
          : `${isolated(sender)} sent them to you, and can tell you the password.`
      }
      label="Password"
      toggle="Show password"
      missing="Please enter the password"
      wrong="Wrong password."
      button="Open"
      opening={opening}
      open={(accessKey, whenRefused) =>
        opening.mutate({ shareCode, ...letInBefore(id), accessKey }, whenRefused)
      }
    />
  )
}
