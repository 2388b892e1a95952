import { Button, Group, Skeleton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { deleteTransferForGood, restoreTransfer } from '@wingmark/contract/transfers'
import { accountKeys } from '#web/features/account/queries'
import { deletedTransfersQuery, transferKeys } from '#web/features/transfers/queries'
import { call } from '#web/lib/api'
import { formatRelativeTime } from '#web/lib/format'
import { toastSuccess } from '#web/lib/toast'
import { LoadError } from '#web/ui/load-error'
import { PageMessage } from '#web/ui/page-message'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'
import classes from './transfers.module.css'

/** What was deleted within a day: it can be brought back, or go for good. */
export function DeletedTransfers() {
  const client = useQueryClient()
  const [page, setPage] = usePageNumber()
  const { data, error, refetch } = useQuery(deletedTransfersQuery(page))
  const onSettled = () => {
    void client.invalidateQueries({ queryKey: transferKeys.all })
    void client.invalidateQueries({ queryKey: accountKeys.usage })
  }
  const restore = useMutation({
    mutationFn: (id: string) => call(restoreTransfer, { params: { id }, body: {} }),
    onSuccess: ({ result }) => toastSuccess(`“${isolated(result.name)}” is back`),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteTransferForGood, { params: { id } }),
    onSettled,
  })
  const isBusy = restore.isPending || remove.isPending
  if (!data && error) return <LoadError what="What was deleted" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  if (data.total === 0)
    return (
      <PageMessage
        order={2}
        picture={<IconTrash />}
        title="Nothing was deleted lately"
        text="What you delete stays here for 24 hours and does not use your storage."
      />
    )
  return (
    <>
      <ul className={classes.items} data-layout="list" aria-label="Recently deleted">
        {data.results.map(({ _id: id, name, deletedAt }) => (
          <li key={id} className={classes.deleted}>
            <span className={classes.name}>{name}</span>
            <span className={classes.time}>{deletedAt === null ? '' : formatRelativeTime(deletedAt)}</span>
            <Group gap="xs" wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                disabled={isBusy}
                aria-label={`Restore ${name}`}
                onClick={() => restore.mutate(id)}
              >
                Restore
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                disabled={isBusy}
                aria-label={`Delete ${name} for good`}
                onClick={() => remove.mutate(id)}
              >
                Delete for good
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />
    </>
  )
}
