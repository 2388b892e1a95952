import { Button, Group, Text } from '@mantine/core'
import type { Review } from '@wingmark/contract/reviews'
import { useDeleteReview } from '#web/features/reviews/queries'
import { formatCount } from '#web/lib/format'

/** Others' comments go with the review, and its links close for everybody, so this asks first. */
export function DeleteReviewDialog({ review, onDone }: { review: Review; onDone: () => void }) {
  const remove = useDeleteReview()
  return (
    <>
      <Text>
        “<bdi>{review.name}</bdi>” with its {formatCount(review.fileCount, 'file')} and{' '}
        {formatCount(review.commentCount, 'comment')} will be deleted for everyone. You can restore it for 24
        hours.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={onDone}>
          Keep review
        </Button>
        <Button loading={remove.isPending} onClick={() => remove.mutate(review, { onSuccess: onDone })}>
          Delete review
        </Button>
      </Group>
    </>
  )
}
