import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type Connection, reportReasons } from '@wingmark/contract/connections'
import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import {
  ReportDialog,
  type ReportReason,
  reasonNames,
} from '#web/features/connections/components/report-dialog'
import { useBlock, useEnd, useUnblock } from '#web/features/connections/queries'
import { toastSuccess } from '#web/lib/toast'

type Props = {
  person: { _id: string; name: string }
  connection?: Connection | null
  /** Their message, of which a report keeps a copy. */
  message?: string | undefined
  isBlocked?: boolean
  onBlocked?: () => void
}

/** Blocking and reporting. */
export function PersonMenu({ person, connection, message, isBlocked = false, onBlocked }: Props) {
  const client = useQueryClient()
  const block = useBlock()
  const unblock = useUnblock()
  const end = useEnd()
  // Messages show at once whether the user can still write.
  const refresh = () => client.invalidateQueries({ queryKey: ['messages'] })
  const onDone = () => {
    toastSuccess(`${isolated(person.name)} blocked`)
    void refresh()
    onBlocked?.()
  }
  const [reason, setReason] = useState<ReportReason | null>(null)
  const label = `Actions for ${person.name}`
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" data-touch aria-label={label}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {connection?.can.remove && (
            <Menu.Item onClick={() => end.mutate(connection._id)}>Remove connection</Menu.Item>
          )}
          {isBlocked ? (
            <Menu.Item onClick={() => unblock.mutate(person._id, { onSuccess: () => void refresh() })}>
              Unblock
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => block.mutate(person._id, { onSuccess: onDone })}>Block</Menu.Item>
          )}
          <Menu.Divider />
          {reportReasons.map((one) => (
            <Menu.Item key={one} onClick={() => setReason(one)}>
              {reasonNames[one]}…
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {reason && (
        <ReportDialog
          report={{ user: person._id, reason, ...(message ? { message } : {}) }}
          onClose={() => setReason(null)}
        />
      )}
    </>
  )
}
