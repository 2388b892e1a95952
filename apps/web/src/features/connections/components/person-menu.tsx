import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type Connection, reportReasons } from '@wingmark/contract/connections'
import { useBlock, useEnd, useReport, useUnblock } from '#web/features/connections/queries'
import { toastSuccess } from '#web/lib/toast'

const reasonNames: Record<(typeof reportReasons)[number], string> = {
  SPAM: 'Report spam',
  HARASSMENT: 'Report harassment',
  IMPERSONATION: 'Report impersonation',
  STOLEN_WORK: 'Report stolen work',
  OTHER: 'Report something else',
}

type Props = {
  person: { _id: string; name: string }
  connection?: Connection | null
  /** What they wrote, of which a report keeps a copy. */
  message?: string | undefined
  isBlocked?: boolean
  onBlocked?: () => void
}

/** What protects one from somebody. */
export function PersonMenu({ person, connection, message, isBlocked = false, onBlocked }: Props) {
  const client = useQueryClient()
  const block = useBlock()
  const unblock = useUnblock()
  const report = useReport()
  const end = useEnd()
  // Messages show at once whether they can still be written.
  const refresh = () => client.invalidateQueries({ queryKey: ['messages'] })
  const onDone = () => {
    toastSuccess(`${person.name} is blocked.`)
    void refresh()
    onBlocked?.()
  }
  const label = `More about ${person.name}`
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {connection?.can.remove && (
          <Menu.Item onClick={() => end.mutate(connection._id)}>Remove the connection</Menu.Item>
        )}
        {isBlocked ? (
          <Menu.Item onClick={() => unblock.mutate(person._id, { onSuccess: () => void refresh() })}>
            Unblock
          </Menu.Item>
        ) : (
          <Menu.Item onClick={() => block.mutate(person._id, { onSuccess: onDone })}>Block</Menu.Item>
        )}
        <Menu.Divider />
        {reportReasons.map((reason) => (
          <Menu.Item
            key={reason}
            onClick={() =>
              report.mutate(
                { user: person._id, reason, ...(message ? { message } : {}) },
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
