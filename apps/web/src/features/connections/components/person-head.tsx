import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { reportReasons } from '@wingmark/contract/connections'
import type { Person } from '@wingmark/contract/people'
import { useNavigate } from 'react-router'
import { BetweenButton } from '#web/features/connections/components/between-button'
import { useBlock, useEnd, useReport } from '#web/features/connections/queries'
import { paths } from '#web/lib/paths'
import { openPopup } from '#web/lib/popups'
import { toastSuccess } from '#web/lib/toast'
import { Face } from '#web/ui/face'
import classes from './people.module.css'

const faceSize = 72
const reasonNames: Record<(typeof reportReasons)[number], string> = {
  SPAM: 'Report spam',
  HARASSMENT: 'Report harassment',
  IMPERSONATION: 'Report impersonation',
  STOLEN_WORK: 'Report stolen work',
  OTHER: 'Report something else',
}

export function PersonHead({ person }: { person: Person }) {
  const work = [person.designation, person.company, person.location].filter(Boolean).join(' · ')
  return (
    <div className={classes.head}>
      <Face connectionId={person._id} name={person.name} src={person.avatar} size={faceSize} />
      <div className={classes.words}>
        <Text>{work}</Text>
        <Text size="sm" c="dimmed">
          @{person.username}
        </Text>
        {person.email && <a href={`mailto:${person.email}`}>{person.email}</a>}
      </div>
    </div>
  )
}

export function PersonActions({ person }: { person: Person }) {
  return (
    <div className={classes.end}>
      {person.can.edit && (
        <Button variant="default" onClick={() => openPopup('profile')}>
          Edit
        </Button>
      )}
      {!person.isSelf && (
        <BetweenButton person={person} connection={person.connection} canConnect={person.can.connect} />
      )}
      {(person.can.block || person.can.report) && <MoreMenu person={person} />}
    </div>
  )
}

function MoreMenu({ person }: { person: Person }) {
  const navigate = useNavigate()
  const block = useBlock()
  const report = useReport()
  const end = useEnd()
  const { connection } = person
  const goAway = () => {
    toastSuccess(`${person.name} is blocked.`)
    void navigate(paths.connections)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`More about ${person.name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {connection?.can.remove && (
          <Menu.Item onClick={() => end.mutate(connection._id)}>Remove the connection</Menu.Item>
        )}
        <Menu.Item onClick={() => block.mutate(person._id, { onSuccess: goAway })}>Block</Menu.Item>
        <Menu.Divider />
        {reportReasons.map((reason) => (
          <Menu.Item
            key={reason}
            onClick={() =>
              report.mutate(
                { user: person._id, reason },
                {
                  onSuccess: () =>
                    toastSuccess('Thank you. The person who runs this server will look at it.'),
                },
              )
            }
          >
            {reasonNames[reason]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
