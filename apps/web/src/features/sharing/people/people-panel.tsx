import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatCount } from '#web/lib/format'
import { LoadError } from '#web/ui/load-error'
import rows from '../settings.module.css'
import { InvitationRow } from './invitation-row.tsx'
import { InviteForm } from './invite-form.tsx'
import { Leave } from './leave.tsx'
import { MemberRow } from './member-row.tsx'
import type { Membership } from './membership.ts'
import people from './people.module.css'
import { membersQuery } from './people-queries.ts'
import { RequestRow } from './request-row.tsx'

type Props = { membership: Membership; onClose: () => void }

/** Members with their roles, and invitations; with the caller's actions. */
export function PeoplePanel({ membership, onClose }: Props) {
  const { data, error, refetch } = useQuery(membersQuery(membership))
  const title = useRef<HTMLHeadingElement>(null)
  // The focused row is gone; otherwise the focus would leave the dialog.
  const focusTitle = () => title.current?.focus()
  if (!data && error) return <LoadError what="The members" onRetry={() => void refetch()} />
  if (!data) return <PeopleLoading />
  const { members, invitations, requests = [], can } = data
  const self = members.find((member) => member.isSelf)
  return (
    <>
      {requests.length > 0 && (
        <section aria-label="Access requests" className={rows.section}>
          <Title order={3} className={rows.label}>
            Access requests
          </Title>
          <ul className={people.people}>
            {requests.map((request) => (
              <RequestRow key={request._id} membership={membership} request={request} onGone={focusTitle} />
            ))}
          </ul>
        </section>
      )}
      {can.invite.length > 0 && <InviteForm membership={membership} roles={can.invite} />}
      <section aria-label="Members" className={rows.section}>
        <Title order={3} className={rows.label} ref={title} tabIndex={-1}>
          {formatCount(members.length, 'member')}
        </Title>
        <ul className={people.people}>
          {members.map((member) => (
            <MemberRow
              key={member._id}
              membership={membership}
              member={member}
              onClose={onClose}
              onGone={focusTitle}
            />
          ))}
        </ul>
        {members.length === 1 && <p className={rows.hint}>{membership.alone}</p>}
      </section>
      {invitations.length > 0 && (
        <section aria-label="Invited" className={rows.section}>
          <Title order={3} className={rows.label}>
            Invited
          </Title>
          <ul className={people.people}>
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation._id}
                membership={membership}
                invitation={invitation}
                onGone={focusTitle}
              />
            ))}
          </ul>
        </section>
      )}
      {can.leave && self && <Leave membership={membership} selfId={self._id} onLeft={onClose} />}
    </>
  )
}

function PeopleLoading() {
  return (
    <output aria-label="Loading members" className={people.people}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={people.person}>
          <Skeleton circle height={34} />
          <div className={rows.grow}>
            <Skeleton height={12} width="40%" />
            <Skeleton height={10} width="60%" mt={8} />
          </div>
        </div>
      ))}
    </output>
  )
}
