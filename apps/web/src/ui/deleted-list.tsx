import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { formatRelativeTime } from '#web/lib/format'
import classes from '#web/ui/deleted-list.module.css'
import { PageMessage } from '#web/ui/page-message'

export type DeletedItem = { id: string; name: string; note?: string; deletedAt: string | null }

type Props = {
  items: readonly DeletedItem[]
  /** What happens to it here, in a sentence. */
  about: string
  isBusy: boolean
  onRestore: (id: string) => void
  onRemove: (id: string) => void
}

/** The trash: for a day, items can be restored or deleted for good. */
export function DeletedList({ items, about, isBusy, onRestore, onRemove }: Props) {
  if (items.length === 0)
    return <PageMessage order={2} picture={<IconTrash />} title="Nothing deleted recently" text={about} />
  return (
    <ul className={classes.items} aria-label="Recently deleted">
      {items.map(({ id, name, note, deletedAt }) => (
        <li key={id} className={classes.item}>
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </span>
          <span className={classes.time}>{deletedAt === null ? '' : formatRelativeTime(deletedAt)}</span>
          <Group gap="xs" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              disabled={isBusy}
              aria-label={`Restore ${name}`}
              onClick={() => onRestore(id)}
            >
              Restore
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={isBusy}
              aria-label={`Delete ${name} for good`}
              onClick={() => onRemove(id)}
            >
              Delete for good
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  )
}
