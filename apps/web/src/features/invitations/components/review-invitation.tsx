import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reviewInvitationQuery } from '#web/features/invitations/queries'
import { ApiError } from '#web/lib/api-error'
import { formatCount } from '#web/lib/format'
import { roleAbilities } from '#web/lib/roles'
import { useSession } from '#web/lib/session'
import { LoadError } from '#web/ui/load-error'
import classes from './invitation.module.css'
import { InvitationAnswer } from './invitation-answer.tsx'
import { InvitationHeading } from './invitation-heading.tsx'
import { InvitationOver } from './invitation-over.tsx'
import { WaysIn } from './ways-in.tsx'
import { WrongAccount } from './wrong-account.tsx'

/** An invitation to a review: what it is about, and the answer or the way to it. */
export function ReviewInvitation({ token }: { token: string }) {
  const session = useSession()
  const [isDeclined, setDeclined] = useState(false)
  const { data, error, refetch } = useQuery(reviewInvitationQuery(token))
  if (isDeclined) {
    return (
      <InvitationHeading title="You have declined">
        Nothing was shared with you. If that was a mistake, ask to be invited again.
      </InvitationHeading>
    )
  }
  if (error instanceof ApiError && [410, 422].includes(error.status)) return <InvitationOver />
  if (!data && error) return <LoadError what="The invitation" onRetry={() => void refetch()} />
  if (!data) return <InvitationLoading />
  const { review, invitedBy, role, email, hasAccount, isForCaller } = data
  return (
    <>
      <InvitationHeading title="You are invited to a review">
        {invitedBy.name} would like your eyes on this.
      </InvitationHeading>
      <section className={classes.card} aria-label="The review">
        <h2 className={classes.name}>{review.name}</h2>
        <p className={classes.facts}>{formatCount(review.fileCount, 'file')}</p>
        <p className={classes.facts}>You will be able to {roleAbilities[role]}.</p>
      </section>
      {isForCaller && <InvitationAnswer token={token} onDeclined={() => setDeclined(true)} />}
      {!isForCaller && session.token && <WrongAccount email={email} />}
      {!session.token && (
        <>
          <p className={classes.note}>
            The invitation is for {email}. {hasAccount ? 'Sign in' : 'Create an account'} with this address to
            answer it.
          </p>
          <WaysIn email={email} hasAccount={hasAccount} comesBack />
        </>
      )}
    </>
  )
}

export function InvitationLoading() {
  return (
    <output aria-label="Loading the invitation">
      <Skeleton height={30} width="80%" />
      <Skeleton height={16} width="60%" mt={12} mb={28} />
      <Skeleton height={104} mb={24} />
      <Skeleton height={42} />
    </output>
  )
}
