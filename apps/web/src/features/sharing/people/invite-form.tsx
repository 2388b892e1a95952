import { Button, NativeSelect } from '@mantine/core'
import { InvitedRole } from '@wingmark/contract/invitations'
import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import { ApiError } from '#web/lib/api-error'
import { formatCount } from '#web/lib/format'
import { roleNames } from '#web/lib/roles'
import { toast, toastSuccess } from '#web/lib/toast'
import { readAddresses } from './addresses.ts'
import { AddressesInput } from './addresses-input.tsx'
import type { Membership } from './membership.ts'
import classes from './people.module.css'
import { useSendInvitations } from './people-queries.ts'

type Props = { membership: Membership; roles: readonly InvitedRole[] }

/** Invites people by email, all with the same role. */
export function InviteForm({ membership, roles }: Props) {
  const send = useSendInvitations(membership)
  const [text, setText] = useState('')
  const [role, setRole] = useState<InvitedRole>('COMMENTER')
  const [error, setError] = useState<string | null>(null)

  const submit = () => {
    if (send.isPending) return
    const { emails, error: problem } = readAddresses(text)
    if (problem) return setError(problem)
    send.mutate(
      { emails, role },
      {
        onSuccess: ({ invitations, members }) => {
          setText('')
          const [only] = invitations
          toastSuccess(
            only && invitations.length === 1
              ? `Invitation sent to ${only.email ?? isolated(only.name ?? '')}`
              : `${formatCount(invitations.length, 'invitation')} sent`,
          )
          if (members.length > 0) toast(`Already members: ${members.join(', ')}`)
        },
        onError: (failure) => setError(problemOf(failure)),
      },
    )
  }

  return (
    <form
      className={classes.invite}
      aria-label="Invite people"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <AddressesInput
        className={classes.inviteField}
        label="Invite by email"
        isFirst
        value={text}
        error={error}
        onChange={(changed) => {
          setText(changed)
          setError(null)
        }}
      />
      <NativeSelect
        label="Role"
        value={role}
        data={roles.map((one) => ({ value: one, label: roleNames[one] }))}
        onChange={(event) => {
          const chosen = InvitedRole.safeParse(event.currentTarget.value)
          if (chosen.success) setRole(chosen.data)
        }}
      />
      {/* Not `loading`, which disables it and loses the focus. */}
      <Button type="submit" aria-disabled={send.isPending}>
        {send.isPending ? 'Inviting…' : 'Invite'}
      </Button>
      <p className={classes.inviteHint}>They’ll be able to {membership.abilities[role]}.</p>
    </form>
  )
}

function problemOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.isWordless || ![409, 422, 429].includes(error.status)) return null
  return Object.values(error.errors)[0] ?? error.message
}
