import { Button, Group, TextInput } from '@mantine/core'
import { type Review, UpdateReviewBody } from '@wingmark/contract/reviews'
import { useUpdateReview } from '#web/features/reviews/queries'
import { isRefusal } from '#web/lib/api-error'
import { useFadingForm } from '#web/ui/use-fading-form'

export function RenameReviewForm({ review, onDone }: { review: Review; onDone: () => void }) {
  const update = useUpdateReview(review._id)
  const form = useFadingForm({ name: review.name }, UpdateReviewBody)
  const submit = form.onSubmit(({ name }) =>
    update.mutate(
      { name },
      {
        onSuccess: onDone,
        onError: (error) => isRefusal(error) && form.setErrors({ name: error.errors.name ?? error.message }),
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <TextInput label="Name" data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={update.isPending}>
          Rename
        </Button>
      </Group>
    </form>
  )
}
