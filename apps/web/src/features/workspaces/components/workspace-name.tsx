import { TextInput } from '@mantine/core'
import { WorkspaceName as Name, type Workspace } from '@wingmark/contract/workspaces'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { z } from 'zod'
import { useRenameWorkspace } from '#web/features/workspaces/queries'
import { isRefusal } from '#web/lib/api-error'
import { isKey } from '#web/lib/keys'
import { useFadingForm } from '#web/ui/use-fading-form'

const NameBody = z.object({ name: Name })

/** Edited in place: Enter or blur saves, Escape reverts. */
export function WorkspaceName({ workspace }: { workspace: Workspace }) {
  const rename = useRenameWorkspace(workspace)
  const form = useFadingForm({ name: workspace.name }, NameBody)
  const { name: saved } = workspace
  const { setValues, values } = form
  const shown = useRef(saved)
  // Another user's change shows, unless this one is being edited.
  useEffect(() => {
    const isUntouched = values.name === shown.current
    shown.current = saved
    if (isUntouched) setValues({ name: saved })
  }, [saved, setValues, values.name])
  const submit = form.onSubmit(({ name }) => {
    if (name === workspace.name || rename.isPending) return
    const onError = (error: Error) =>
      isRefusal(error) && form.setErrors({ name: error.errors.name ?? error.message })
    rename.mutate({ name }, { onError })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'Escape')) form.setValues({ name: workspace.name })
  }
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} onBlur={() => submit()} noValidate>
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
    </form>
  )
}
