import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type File, RenameFileBody } from '@wingmark/contract/files'
import { renameInReview } from '#web/features/files/queries'
import { isRefusal } from '#web/lib/api-error'
import { Dialog } from '#web/ui/dialog'
import { useFadingForm } from '#web/ui/use-fading-form'

type Props = { file: File; reviewId: string; onClose: () => void }

export function RenameFileDialog({ file, reviewId, onClose }: Props) {
  const client = useQueryClient()
  const form = useFadingForm({ name: file.name }, RenameFileBody)
  const rename = useMutation({
    mutationFn: (name: string) => renameInReview(client, reviewId, file._id, name),
    onSuccess: onClose,
    onError: (error) => isRefusal(error) && form.setErrors({ name: error.errors.name ?? error.message }),
    meta: { shown: [422] },
  })
  return (
    <Dialog opened onClose={onClose} title="Rename file" returnFocus={false}>
      <form onSubmit={form.onSubmit(({ name }) => rename.mutate(name))} noValidate>
        <TextInput
          label="Name"
          data-autofocus
          autoComplete="off"
          onFocus={(event) => selectStem(event.currentTarget)}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={rename.isPending}>
            Rename
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** The extension usually stays. */
function selectStem(field: HTMLInputElement): void {
  const dot = field.value.lastIndexOf('.')
  field.setSelectionRange(0, dot > 0 ? dot : field.value.length)
}
