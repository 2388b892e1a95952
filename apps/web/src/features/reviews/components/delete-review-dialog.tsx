import { Button, Group, Text } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import { useDeleteReview } from '#web/features/reviews/queries'
import { formatCount } from '#web/lib/format'
import { toastSuccess } from '#web/lib/toast'

/** Others' words go with the review and nothing brings them back, so this asks first. */
export function DeleteReviewDialog({ review, onDone }: { review: Review; onDone: () => void }) {
  const remove = useDeleteReview()
  const confirm = () =>
    remove.mutate(review._id, {
      onSuccess: () => {
        onDone()
        toastSuccess('Review deleted')
      },
    })
  return (
    <>
      <Text>
        “<bdi>{review.name}</bdi>” with its {formatCount(review.fileCount, 'file')} and{' '}
        {formatCount(review.commentCount, 'comment')} will be gone for everybody. This cannot be undone.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={onDone}>
          Keep it
        </Button>
        <Button loading={remove.isPending} onClick={confirm}>
          Delete review
        </Button>
      </Group>
    </>
  )
}
