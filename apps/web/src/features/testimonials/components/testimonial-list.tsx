import { Alert, Button, Skeleton } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { useEffect } from 'react'
import { TestimonialCard } from '#web/features/testimonials/components/testimonial-card'
import { canLoadMore } from '#web/features/testimonials/testimonials-state'
import { loadMore, refresh, testimonials } from '#web/features/testimonials/testimonials-store'
import { useStore } from '#web/lib/store'
import { PageMessage } from '#web/ui/page-message'
import classes from './testimonials.module.css'

const cardHeight = 160

/** All of them, newest first, ten at a time. */
export function TestimonialList() {
  const state = useStore(testimonials, (now) => now)
  useEffect(() => void refresh(), [])
  const { all, error, isLoading } = state
  return (
    <>
      {all.length > 0 && (
        <ul className={classes.cards}>
          {all.map((testimonial) => (
            <TestimonialCard key={testimonial._id} testimonial={testimonial} />
          ))}
        </ul>
      )}
      {all.length === 0 && isLoading && (
        <div className={classes.cards}>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} height={cardHeight} />
          ))}
        </div>
      )}
      {error && (
        <Alert color="pin" role="alert">
          <div className={classes.problem}>
            {error}
            {all.length === 0 && (
              <Button variant="default" size="xs" onClick={() => void refresh()}>
                Try again
              </Button>
            )}
          </div>
        </Alert>
      )}
      {all.length === 0 && !isLoading && !error && (
        <PageMessage
          order={2}
          picture={<IconStar />}
          title="No customer reviews yet"
          text="Anyone who has published a review that someone commented on can write one, in Your Profile."
        />
      )}
      {canLoadMore(state) && all.length > 0 && (
        <div>
          <Button variant="default" loading={isLoading} onClick={() => void loadMore()}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}
