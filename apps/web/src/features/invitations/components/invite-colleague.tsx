import { Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useInviteUser } from '#web/features/invitations/queries'
import { joinAddresses, readAddresses } from '#web/features/sharing/people/addresses'
import { AddressesInput } from '#web/features/sharing/people/addresses-input'
import { ApiError } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import classes from './invitation.module.css'

/** Invites people to Wingmark itself; a review's Share dialog invites to the review. */
export function InviteColleague() {
  const { mutateAsync: invite, isPending } = useInviteUser()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  const sendAll = async (emails: string[]) => {
    for (const [index, email] of emails.entries()) {
      try {
        await invite(email)
      } catch (error) {
        // Those before it have been sent.
        setText(joinAddresses(emails.slice(index)))
        if (error instanceof ApiError) setProblem(problemOf(error))
        return
      }
    }
    setText('')
    const [only = ''] = emails
    toastSuccess(emails.length === 1 ? `Invitation sent to ${only}` : `${emails.length} invitations sent`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const { emails, error } = readAddresses(text)
    if (error === null) void sendAll(emails)
    else setProblem(error)
  }

  return (
    <>
      <Text size="sm" mb="md">
        They’ll get an email in your name with a link to create an account. To show someone a review, just
        send its link.
      </Text>
      <form onSubmit={submit} noValidate className={classes.inviteForm}>
        <AddressesInput
          className={classes.inviteField}
          label="Their email"
          value={text}
          error={problem}
          onChange={(changed) => {
            setText(changed)
            setProblem(null)
          }}
        />
        <Button type="submit" variant="default" loading={isPending}>
          Send invitation
        </Button>
      </form>
    </>
  )
}

const problemOf = ({ status, message, errors }: ApiError): string | null =>
  status === 429 ? message : (Object.values(errors)[0] ?? null)
