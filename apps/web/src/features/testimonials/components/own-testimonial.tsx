import { Button, Skeleton, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Stars } from '#web/features/testimonials/components/stars'
import { TestimonialForm } from '#web/features/testimonials/components/testimonial-form'
import { ownTestimonialQuery, useDeleteTestimonial } from '#web/features/testimonials/queries'
import { paths } from '#web/lib/paths'
import { LoadError } from '#web/ui/load-error'
import classes from './testimonials.module.css'

const height = 120

/** Write, change or delete the user's customer review. */
export function OwnTestimonial() {
  const { data, error, refetch } = useQuery(ownTestimonialQuery)
  const [isEditing, setEditing] = useState(false)
  const remove = useDeleteTestimonial()
  if (!data && error) return <LoadError what="Your customer review" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={height} />
  const { testimonial, mayWrite } = data
  if (!testimonial && !mayWrite)
    return (
      <Text size="sm">
        Once someone has commented on a review of yours, you can write here what you think of Wingmark.
        Everyone sees it under <Link to={paths.customerReviews}>customer reviews</Link>.
      </Text>
    )
  if (!testimonial || isEditing)
    return <TestimonialForm testimonial={testimonial} onDone={() => setEditing(false)} />
  const { _id, rating, text, hiddenReason, can } = testimonial
  const askToDelete = () =>
    modals.openConfirmModal({
      title: 'Delete your customer review?',
      children: <Text size="sm">It disappears from every page immediately. You can write another.</Text>,
      labels: { confirm: 'Delete', cancel: 'Keep review' },
      confirmProps: { color: 'pin' },
      onConfirm: () => remove.mutate(_id),
    })
  return (
    <div className={classes.form}>
      {rating !== null && <Stars rating={rating} />}
      <Text className={classes.text}>{text}</Text>
      {hiddenReason && (
        <Text c="dimmed" size="sm">
          The person who runs this server hid it from others: {hiddenReason}
        </Text>
      )}
      <div className={classes.buttons}>
        {can.edit && (
          <Button variant="default" onClick={() => setEditing(true)}>
            Change
          </Button>
        )}
        {can.delete && (
          <Button variant="subtle" color="gray" loading={remove.isPending} onClick={askToDelete}>
            Delete
          </Button>
        )}
      </div>
    </div>
  )
}
