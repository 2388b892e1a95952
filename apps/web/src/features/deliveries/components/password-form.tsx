import { useOpenDelivery } from '#web/features/deliveries/queries'
import { letInBefore } from '#web/lib/share-token'
import { KeyForm } from '#web/ui/key-form'

/** Asks for a link's password. */
export function PasswordForm({ id, shareCode }: { id: string; shareCode: string }) {
  const opening = useOpenDelivery()
  return (
    <KeyForm
      title="These files need a password"
      text="The person who sent you the link can tell you."
      label="Password"
      toggle="Show the password"
      missing="Please enter the password"
      wrong="That password is not right."
      button="Open"
      opening={opening}
      open={(accessKey, whenRefused) =>
        opening.mutate({ shareCode, ...letInBefore(id), accessKey }, whenRefused)
      }
    />
  )
}
