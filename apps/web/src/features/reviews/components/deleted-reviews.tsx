import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import { type DeletedThing, deleteReviewForGood } from '@wingmark/contract/reviews'
import { deletedReviewsQuery, useRereadDeleted, useRestoreReview } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { formatCount } from '#web/lib/format'
import { toastSuccess } from '#web/lib/toast'
import { DeletedList } from '#web/ui/deleted-list'
import { LoadError } from '#web/ui/load-error'
import { PagesNav } from '#web/ui/pages-nav'
import { usePageNumber } from '#web/ui/use-page-number'

/** Reviews, and files removed from reviews, within a day. */
export function DeletedReviews() {
  const [page, setPage] = usePageNumber()
  const { data, error, refetch } = useQuery(deletedReviewsQuery(page))
  const onSettled = useRereadDeleted()
  const restore = useRestoreReview()
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteReviewForGood, { params: { id } }),
    onSettled,
  })
  if (!data && error) return <LoadError what="The deleted reviews" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={160} />
  return (
    <>
      <DeletedList
        items={data.results.map(({ _id: id, name, deletedAt, ...one }) => ({
          id,
          name,
          note: noteOf(one),
          deletedAt,
        }))}
        about="What you delete stays here for 24 hours, and uses your storage until it is gone."
        isBusy={restore.isPending || remove.isPending}
        onRestore={(id) =>
          restore.mutate(id, {
            onSuccess: ({ result }) => toastSuccess(`“${isolated(result.name)}” restored`),
          })
        }
        onRemove={remove.mutate}
      />
      {data.total > 0 && <PagesNav page={page} totalPages={data.totalPages} onChange={setPage} />}
    </>
  )
}

function noteOf({
  review,
  fileCount,
  commentCount,
}: Pick<DeletedThing, 'review' | 'fileCount' | 'commentCount'>) {
  const comments = formatCount(commentCount, 'comment')
  return review === null
    ? `Review with ${formatCount(fileCount, 'file')} and ${comments}`
    : `From “${isolated(review.name)}”${commentCount > 0 ? `, with ${comments}` : ''}`
}
