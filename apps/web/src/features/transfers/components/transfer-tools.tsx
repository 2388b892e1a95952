import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core'
import { IconFolderPlus, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import type { Order } from '#web/features/transfers/transfer-source'
import type { Layout } from '#web/features/transfers/use-kept-layout'
import classes from './transfers.module.css'

type Props = {
  word: string
  sort: Order
  layout: Layout
  onWord: (word: string) => void
  onSort: (sort: Order) => void
  onLayout: (layout: Layout) => void
  onNewFolder: (isNaming: true) => void
}

const orders: { value: Order; label: string }[] = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'name', label: 'Name A–Z' },
  { value: '-name', label: 'Name Z–A' },
  { value: '-size', label: 'Largest first' },
  { value: 'size', label: 'Smallest first' },
]

/** A folder's layout, and New folder; presses in the list do not render it again. */
export const TransferTools = memo(function TransferTools(props: Props) {
  const { word, sort, layout, onWord, onSort, onLayout, onNewFolder } = props
  return (
    <Group gap="xs" className={classes.tools}>
      <TextInput
        size="xs"
        className={classes.find}
        aria-label="Find by name"
        placeholder="Find by name"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={word}
        onChange={(event) => onWord(event.currentTarget.value)}
      />
      <Select
        size="xs"
        w={140}
        aria-label="Sort by"
        data={orders}
        value={sort}
        allowDeselect={false}
        onChange={(value) => value !== null && onSort(value)}
      />
      <ActionIcon
        aria-label={layout === 'list' ? 'Show as grid' : 'Show as list'}
        onClick={() => onLayout(layout === 'list' ? 'grid' : 'list')}
      >
        {layout === 'list' ? <IconLayoutGrid size={18} /> : <IconList size={18} />}
      </ActionIcon>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFolderPlus size={16} aria-hidden />}
        onClick={() => onNewFolder(true)}
      >
        New folder
      </Button>
    </Group>
  )
})
