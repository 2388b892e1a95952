import { Button, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { isolated } from '@wingmark/contract/names'
import type { Review } from '@wingmark/contract/reviews'
import { useState } from 'react'
import { myReviewsQuery } from '#web/features/reviews/queries'
import { OpenComments } from '#web/features/workspaces/task/open-comments'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'
import classes from './from-review.module.css'

type Props = { workspaceId: string; onClose: () => void }

/** First the review, then its open comments that become tasks. */
export function FromReviewDialog({ workspaceId, onClose }: Props) {
  const [review, setReview] = useState<Review | null>(null)
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={review ? `Open comments of “${isolated(review.name)}”` : 'Create tasks from a review’s comments'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {review ? (
        <OpenComments
          workspaceId={workspaceId}
          review={review}
          onBack={() => setReview(null)}
          onDone={onClose}
        />
      ) : (
        <ChooseReview onChoose={setReview} />
      )}
    </Dialog>
  )
}

const offered = 50
const typingMs = 300

function ChooseReview({ onChoose }: { onChoose: (review: Review) => void }) {
  const [typed, setTyped] = useState('')
  const [word] = useDebouncedValue(typed.trim(), typingMs)
  const filter = word === '' ? {} : { word }
  const { data, isError, refetch } = useQuery(
    myReviewsQuery({ page: 1, limit: offered, open: true, ...filter }),
  )
  const reviews = data?.results ?? []
  return (
    <div className={classes.root}>
      <TextInput
        data-autofocus
        label="Review"
        placeholder="Find a review"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {!data && isError && <LoadError what="Your reviews" onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={160} role="status" aria-label="Loading" />}
      {data && reviews.length === 0 && (
        <p className={classes.text}>
          {word === '' ? 'None of your reviews have open comments.' : 'No reviews with open comments match.'}
        </p>
      )}
      <ul aria-label="Reviews with open comments" className={classes.list}>
        {reviews.map((review) => (
          <li key={review._id}>
            <Button
              variant="subtle"
              color="gray"
              fullWidth
              justify="space-between"
              rightSection={<span className={classes.count}>{review.openCount} open</span>}
              onClick={() => onChoose(review)}
            >
              <span className={classes.name}>{review.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
