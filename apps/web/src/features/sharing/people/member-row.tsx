import { ActionIcon, Menu, NativeSelect } from '@mantine/core'
import { IconCrown, IconDots, IconMessage, IconUserMinus } from '@tabler/icons-react'
import type { Member } from '@wingmark/contract/members'
import { isolated } from '@wingmark/contract/names'
import { MemberRole } from '@wingmark/contract/reviews'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { AskFirst } from '#web/features/sharing/ask-first'
import { paths } from '#web/lib/paths'
import { roleNames } from '#web/lib/roles'
import { toastSuccess } from '#web/lib/toast'
import { Face } from '#web/ui/face'
import type { Membership } from './membership.ts'
import classes from './people.module.css'
import { useChangeRole, useRemoveMember } from './people-queries.ts'

type Props = { membership: Membership; member: Member; onClose: () => void; onGone: () => void }

/** A person, and the caller's actions on them. */
export function MemberRow({ membership, member, onClose, onGone }: Props) {
  const [asking, setAsking] = useState<'remove' | 'handOver' | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  const change = useChangeRole(membership)
  const remove = useRemoveMember(membership)
  const { name, can } = member
  const handOver = () =>
    change.mutate(
      { memberId: member._id, role: 'OWNER' },
      {
        onSuccess: () => {
          onClose()
          toastSuccess(`${isolated(name)} now owns this ${membership.noun}. You’re an editor.`)
        },
      },
    )
  const keep = () => {
    setAsking(null)
    more.current?.focus()
  }
  const removeNow = () => remove.mutateAsync(member._id).then(onGone, keep)
  return (
    <li className={classes.personItem}>
      <div className={classes.person}>
        <Face connectionId={member._id} name={name} src={member.avatar} size={34} />
        <div className={classes.personWords}>
          <span className={classes.personName}>
            {name}
            {member.isSelf && <span className={classes.you}> (you)</span>}
          </span>
          <span className={classes.personNote}>{member.email ?? `@${member.username}`}</span>
        </div>
        <RoleField
          member={member}
          shown={change.isPending ? change.variables.role : member.role}
          onChange={(role) => change.mutate({ memberId: member._id, role })}
        />
        {(can.remove || can.handOver || can.message) && (
          <Menu position="bottom-end" width={220} returnFocus={asking === null}>
            <Menu.Target>
              <ActionIcon ref={more} size={30} aria-label={`Actions for ${name}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.message && (
                <Menu.Item
                  component={Link}
                  to={paths.messagesWith(member._id)}
                  onClick={onClose}
                  leftSection={<IconMessage size={16} />}
                >
                  Message
                </Menu.Item>
              )}
              {can.handOver && (
                <Menu.Item leftSection={<IconCrown size={16} />} onClick={() => setAsking('handOver')}>
                  Make owner…
                </Menu.Item>
              )}
              {can.remove && (
                <Menu.Item leftSection={<IconUserMinus size={16} />} onClick={() => setAsking('remove')}>
                  Remove…
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {asking === 'remove' && (
        <AskFirst
          keep={`Keep ${isolated(name)}`}
          act="Remove"
          busy={remove.isPending}
          onKeep={keep}
          onAct={() => void removeNow()}
        >
          <bdi>{name}</bdi> {membership.removed}
        </AskFirst>
      )}
      {asking === 'handOver' && (
        <AskFirst
          keep="Stay owner"
          act="Transfer ownership"
          busy={change.isPending}
          onKeep={keep}
          onAct={handOver}
        >
          <bdi>{name}</bdi> {membership.handedOver}
        </AskFirst>
      )}
    </li>
  )
}

const givable = ['EDITOR', 'COMMENTER', 'VIEWER'] as const

type RoleProps = { member: Member; shown: Member['role']; onChange: (role: Member['role']) => void }

function RoleField({ member, shown, onChange }: RoleProps) {
  if (!member.can.changeRole) return <span className={classes.role}>{roleNames[member.role]}</span>
  return (
    <NativeSelect
      size="xs"
      className={classes.roleField}
      aria-label={`Role of ${member.name}`}
      value={shown}
      data={givable.map((role) => ({ value: role, label: roleNames[role] }))}
      onChange={(event) => {
        const chosen = MemberRole.safeParse(event.currentTarget.value)
        if (chosen.success) onChange(chosen.data)
      }}
    />
  )
}
