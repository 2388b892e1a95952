import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconFile, IconFolder, IconPlus, IconX } from '@tabler/icons-react'
import type { DeliveryDetails } from '@wingmark/contract/deliveries'
import { transferItemsMax } from '@wingmark/contract/limits'
import type { Transfer } from '@wingmark/contract/transfers'
import { useState } from 'react'
import { AddItems } from '#web/features/deliveries/components/add-items'
import { useChangeDelivery } from '#web/features/deliveries/queries'
import { formatCount, formatSize } from '#web/lib/format'
import { offerUndo } from '#web/lib/undo'
import classes from './deliveries.module.css'

/** What is in it, in the order in which it is seen. */
export function DeliveryItems({ delivery }: { delivery: DeliveryDetails }) {
  const [isAdding, setAdding] = useState(false)
  const save = useChangeDelivery(delivery._id)
  const { items } = delivery
  const ids = items.map((item) => item._id)
  // Of more than are listed here nobody can say the order: the others would be taken out.
  const isWhole = items.length < transferItemsMax
  const move = (at: number, by: number) => {
    const next = [...ids]
    const [moved] = next.splice(at, 1)
    if (moved !== undefined) save.mutate({ items: next.toSpliced(at + by, 0, moved) })
  }
  const remove = ({ _id, name }: Transfer) =>
    save.mutate(
      { remove: [_id] },
      {
        onSuccess: () =>
          offerUndo(`“${name}” taken out`, () => save.mutate(isWhole ? { items: ids } : { add: [_id] })),
      },
    )
  return (
    <>
      {items.length === 0 && <p className={classes.notice}>Nothing is in it yet.</p>}
      {items.length > 0 && (
        <ul className={classes.lines} aria-label="Files that are sent">
          {items.map((item, at) => (
            <li key={item._id} className={classes.line}>
              <span className={classes.icon} aria-hidden>
                {item.type === 'FOLDER' ? (
                  <IconFolder size={22} stroke={1.5} />
                ) : (
                  <IconFile size={22} stroke={1.5} />
                )}
              </span>
              <span className={classes.name} title={item.name}>
                {item.name}
              </span>
              <span className={classes.size}>
                {item.type === 'FOLDER' ? formatCount(item.itemCount, 'item') : formatSize(item.size ?? 0)}
              </span>
              {isWhole && (
                <>
                  <ActionIcon
                    aria-label={`Move ${item.name} up`}
                    disabled={at === 0 || save.isPending}
                    onClick={() => move(at, -1)}
                  >
                    <IconArrowUp size={18} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={`Move ${item.name} down`}
                    disabled={at === items.length - 1 || save.isPending}
                    onClick={() => move(at, 1)}
                  >
                    <IconArrowDown size={18} />
                  </ActionIcon>
                </>
              )}
              <ActionIcon
                aria-label={`Take ${item.name} out`}
                disabled={items.length === 1 || save.isPending}
                onClick={() => remove(item)}
              >
                <IconX size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {delivery.itemCount > items.length && (
        <p className={classes.notice}>and {formatCount(delivery.itemCount - items.length, 'more item')}</p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add files
        </Button>
      </div>
      <AddItems
        opened={isAdding}
        present={ids}
        isBusy={save.isPending}
        onAdd={(add) => save.mutate({ add }, { onSuccess: () => setAdding(false) })}
        onClose={() => setAdding(false)}
      />
    </>
  )
}
