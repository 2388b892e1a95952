import { Button, Textarea, TextInput } from '@mantine/core'
import { Day } from '@wingmark/contract/days'
import { reviewDescriptionMax } from '@wingmark/contract/limits'
import { type Review, UpdateReviewBody } from '@wingmark/contract/reviews'
import { useEffect, useEffectEvent, useRef } from 'react'
import { z } from 'zod'
import { descriptionWishes, WriteHelp } from '#web/features/ai/write/write-help'
import { useUpdateReview } from '#web/features/reviews/queries'
import { isRefusal } from '#web/lib/api-error'
import { toast } from '#web/lib/toast'
import { offerUndo } from '#web/lib/undo'
import { DayInput } from '#web/ui/day-input'
import { useFadingForm } from '#web/ui/use-fading-form'
import { useStable } from '#web/ui/use-stable'
import classes from './editor.module.css'

const Words = UpdateReviewBody.extend({
  commentsUntil: z.string().refine((day) => !day || Day.safeParse(day).success, { error: 'Invalid date' }),
})

/** An emptied date is null. */
const bodyOf = (words: { name: string; description: string; commentsUntil: string }) => ({
  ...words,
  commentsUntil: words.commentsUntil || null,
})

const isSame = (one: Review, other: Pick<Review, 'name' | 'description' | 'commentsUntil'>) =>
  one.name === other.name &&
  one.description === other.description &&
  one.commentsUntil === other.commentsUntil

/** Name, description and due date of the review, as guests read them. */
export function ReviewWords({ review }: { review: Review }) {
  const update = useUpdateReview(review._id)
  const { name, description } = review
  const commentsUntil = review.commentsUntil ?? ''
  const form = useFadingForm({ name, description, commentsUntil }, Words)
  const field = useRef<HTMLTextAreaElement>(null)
  const isChanged = form.isDirty()
  const { isStill } = useStable({ isStill: (saved: Review) => isSame(review, saved) })

  // Others' edits appear unless the user has unsaved ones here.
  const follow = useEffectEvent((now: { name: string; description: string; commentsUntil: string }) => {
    if (isChanged && !update.isSuccess) return
    form.setValues(now)
    form.resetDirty(now)
  })
  useEffect(() => follow({ name, description, commentsUntil }), [name, description, commentsUntil])

  const submit = form.onSubmit((words) =>
    update.mutate(bodyOf(words), {
      onSuccess(saved) {
        form.resetDirty({
          name: saved.name,
          description: saved.description,
          commentsUntil: saved.commentsUntil ?? '',
        })
        offerUndo('Saved', () => {
          if (isStill(saved)) update.mutate(bodyOf({ name, description, commentsUntil }))
          else toast('Someone has changed this since then, so your change wasn’t undone.')
        })
      },
      onError: (error) => isRefusal(error) && form.setErrors({ ...error.errors }),
    }),
  )
  return (
    <form className={classes.words} onSubmit={submit} noValidate>
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      <Textarea
        ref={field}
        label="Description"
        description="What it’s about and what feedback you want."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('description')}
      />
      <WriteHelp
        wishes={descriptionWishes}
        text={form.values.description}
        field={field}
        max={reviewDescriptionMax}
        onUse={(text) => form.setFieldValue('description', text)}
      />
      <DayInput
        label="Due"
        description="Shown to your guests. Late comments are still accepted."
        {...form.getInputProps('commentsUntil')}
        value={form.values.commentsUntil}
      />
      <Button type="submit" disabled={!isChanged} loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}
