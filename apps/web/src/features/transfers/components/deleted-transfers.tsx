import { Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { deleteTransferForGood, restoreTransfer } from '@wingmark/contract/transfers'
import { accountKeys } from '#web/features/account/queries'
import { deletedTransfersQuery, transferKeys } from '#web/features/transfers/queries'
import { call } from '#web/lib/api'
import { toastSuccess } from '#web/lib/toast'
import { DeletedList } from '#web/ui/deleted-list'
import { LoadError } from '#web/ui/load-error'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'

/** The trash: for a day, items can be restored or deleted for good. */
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
    onSuccess: ({ result }) => toastSuccess(`“${isolated(result.name)}” restored`),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteTransferForGood, { params: { id } }),
    onSettled,
  })
  if (!data && error) return <LoadError what="The deleted files" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <>
      <DeletedList
        items={data.results.map(({ _id: id, name, deletedAt }) => ({ id, name, deletedAt }))}
        about="What you delete stays here for 24 hours and doesn’t use your storage."
        isBusy={restore.isPending || remove.isPending}
        onRestore={restore.mutate}
        onRemove={remove.mutate}
      />
      {data.total > 0 && <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />}
    </>
  )
}
