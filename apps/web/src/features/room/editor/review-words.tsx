import { Button, Textarea, TextInput } from '@mantine/core'
import { reviewDescriptionMax } from '@wingmark/contract/limits'
import { type Review, UpdateReviewBody } from '@wingmark/contract/reviews'
import { useEffect, useEffectEvent } from 'react'
import { descriptionWishes, WriteHelp } from '#web/features/ai/write/write-help'
import { useUpdateReview } from '#web/features/reviews/queries'
import { ApiError } from '#web/lib/api-error'
import { offerUndo } from '#web/lib/undo'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './editor.module.css'

/** Name and description of the review, as guests read them. */
export function ReviewWords({ review }: { review: Review }) {
  const update = useUpdateReview(review._id)
  const { name, description } = review
  const form = useFadingForm({ name, description }, UpdateReviewBody)
  const isChanged = form.isDirty()

  // What others write comes in, unless something of one's own stands there.
  const follow = useEffectEvent((now: { name: string; description: string }) => {
    if (isChanged && !update.isSuccess) return
    form.setValues(now)
    form.resetDirty(now)
  })
  useEffect(() => follow({ name, description }), [name, description])

  const submit = form.onSubmit((words) =>
    update.mutate(words, {
      onSuccess(saved) {
        form.resetDirty({ name: saved.name, description: saved.description })
        offerUndo('Saved', () => update.mutate({ name, description }))
      },
      onError: (error) =>
        error instanceof ApiError && error.status === 422 && form.setErrors({ ...error.errors }),
    }),
  )
  return (
    <form className={classes.words} onSubmit={submit} noValidate>
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      <Textarea
        label="Description"
        description="What it is about, and what you want to hear."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('description')}
      />
      <WriteHelp
        wishes={descriptionWishes}
        text={form.values.description}
        max={reviewDescriptionMax}
        onUse={(text) => form.setFieldValue('description', text)}
      />
      <Button type="submit" disabled={!isChanged} loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}
