import { Button } from '@mantine/core'
import type { AccessRequest } from '@wingmark/contract/members'
import { isolated } from '@wingmark/contract/names'
import { formatRelativeTime } from '#web/lib/format'
import { toastSuccess } from '#web/lib/toast'
import { Face } from '#web/ui/face'
import type { Membership } from './membership.ts'
import classes from './people.module.css'
import { useSendInvitations } from './people-queries.ts'

type Props = { membership: Membership; request: AccessRequest; onGone: () => void }

/** Someone who asks for access. */
export function RequestRow({ membership, request: { _id, name, avatar, askedAt }, onGone }: Props) {
  const add = useSendInvitations(membership)
  const addNow = () =>
    add.mutateAsync({ person: _id, role: 'COMMENTER' }).then(
      () => {
        onGone()
        toastSuccess(`${isolated(name)} can open the review now.`)
      },
      () => null,
    )
  return (
    <li className={classes.personItem}>
      <div className={classes.person}>
        <Face connectionId={_id} name={name} src={avatar} size={34} />
        <div className={classes.personWords}>
          <span className={classes.personName}>{name}</span>
          <span className={classes.personNote}>Requested {formatRelativeTime(askedAt)}</span>
        </div>
        <Button
          size="xs"
          variant="default"
          aria-label={`Add as Commenter: ${name}`}
          loading={add.isPending}
          onClick={() => void addNow()}
        >
          Add as Commenter
        </Button>
      </div>
    </li>
  )
}
