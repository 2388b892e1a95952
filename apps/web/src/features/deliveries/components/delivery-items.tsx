import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { DeliveryDetails } from '@wingmark/contract/deliveries'
import { useState } from 'react'
import { AddItems } from '#web/features/deliveries/components/add-items'
import { ItemLines } from '#web/features/deliveries/components/item-lines'
import { useDeliveryItems } from '#web/features/deliveries/use-delivery-items'
import { useUndo } from '#web/lib/undo'
import { requestUpload } from '#web/lib/upload-request'
import { focusHeading } from '#web/ui/focus-heading'
import { LoadError } from '#web/ui/load-error'
import classes from './deliveries.module.css'

/** The files, in display order. */
export function DeliveryItems({ delivery: { _id: id, shareUrl: url } }: { delivery: DeliveryDetails }) {
  const [isAdding, setAdding] = useState(false)
  const list = useDeliveryItems(id)
  const { items, total, query } = list
  useUndo(() => void focusHeading())
  if (!items)
    return query.isError ? (
      <LoadError what="The files" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={120} />
    )
  return (
    <>
      {items.length === 0 && <p className={classes.notice}>No files yet.</p>}
      {items.length > 0 && <ItemLines list={list} items={items} />}
      <div className={classes.buttons}>
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more of {total.toLocaleString('en')}
          </Button>
        )}
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
        present={items.map((item) => item._id)}
        isBusy={list.isBusy}
        onAdd={(items) =>
          void list
            .add(items)
            .then(() => setAdding(false))
            .catch(() => undefined)
        }
        onUpload={() => {
          setAdding(false)
          requestUpload([], { id, url, folder: items.at(-1)?.parent ?? null })
        }}
        onClose={() => setAdding(false)}
      />
    </>
  )
}
