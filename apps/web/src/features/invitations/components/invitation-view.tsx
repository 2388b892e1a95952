import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router'
import { ApiError } from '#web/lib/api-error'
import { useSession } from '#web/lib/session'
import { LoadError } from '#web/ui/load-error'
import classes from './invitation.module.css'
import { InvitationHeading } from './invitation-heading.tsx'
import { InvitationOver } from './invitation-over.tsx'
import { WaysIn } from './ways-in.tsx'
import { WrongAccount } from './wrong-account.tsx'

type About = { email: string; hasAccount: boolean; isForCaller: boolean; joined: string | null }

type Props<T extends About> = {
  query: UseQueryResult<T>
  /** What the invitation is to. */
  noun: 'review' | 'workspace'
  pathOf: (id: string) => string
  sentence: (about: T) => string
  renderCard: (about: T) => ReactNode
  renderAnswer: (onDeclined: () => void) => ReactNode
}

/** Describes an invitation, with its answer buttons or sign-in. */
export function InvitationView<T extends About>({
  query,
  noun,
  pathOf,
  sentence,
  renderCard,
  renderAnswer,
}: Props<T>) {
  const session = useSession()
  const [isDeclined, setDeclined] = useState(false)
  const { data, error, refetch } = query
  if (isDeclined) {
    return (
      <InvitationHeading title="You’ve declined">
        Nothing was shared with you. If that was a mistake, ask to be invited again.
      </InvitationHeading>
    )
  }
  if (error instanceof ApiError && [410, 422].includes(error.status)) return <InvitationOver />
  if (!data && error) return <LoadError what="The invitation" onRetry={() => void refetch()} />
  if (!data) return <InvitationLoading />
  const { email, hasAccount, isForCaller, joined } = data
  if (joined) return <Navigate to={pathOf(joined)} replace />
  return (
    <>
      <InvitationHeading title={`You’re invited to a ${noun}`}>{sentence(data)}</InvitationHeading>
      <section className={classes.card} aria-label={`The ${noun}`}>
        {renderCard(data)}
      </section>
      {isForCaller && renderAnswer(() => setDeclined(true))}
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
