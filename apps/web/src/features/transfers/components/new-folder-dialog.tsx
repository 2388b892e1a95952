import { Button, Group, TextInput } from '@mantine/core'
import { isBlank } from '@wingmark/contract/is-blank'
import { fileNameMax } from '@wingmark/contract/limits'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#web/ui/dialog'

type Props = {
  opened: boolean
  isBusy: boolean
  onClose: () => void
  onCreate: (name: string) => Promise<void>
}

export function NewFolderDialog({ opened, ...rest }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={rest.onClose}
      title="New folder"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <NameForm {...rest} />}
    </Dialog>
  )
}

function NameForm({ isBusy, onClose, onCreate }: Omit<Props, 'opened'>) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank(name)) setError('Please enter a folder name')
    else void onCreate(name.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        maxLength={fileNameMax}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Create
        </Button>
      </Group>
    </form>
  )
}
