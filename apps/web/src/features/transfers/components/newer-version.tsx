import { Menu } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { transferQuery } from '#web/features/transfers/queries'
import { useServerActions } from '#web/features/transfers/server-source'
import type { Item } from '#web/features/transfers/transfer-source'
import { useTransferCommands } from '#web/features/transfers/use-transfer-commands'

/** Puts the current version of a review beside a file that holds an earlier one; what was sent keeps that. */
export function NewerVersion({ item }: { item: Item }) {
  const newer = useQuery({ ...transferQuery(item.id), meta: { shown: [404] } }).data?.newer
  const { addNewer } = useTransferCommands(useServerActions())
  if (!newer) return null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>The review has version {newer.version}</Menu.Label>
      <Menu.Item leftSection={<IconStack2 size={16} />} onClick={() => void addNewer(item, newer)}>
        Use it here
      </Menu.Item>
    </>
  )
}
