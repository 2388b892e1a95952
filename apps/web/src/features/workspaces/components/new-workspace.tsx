import { Button, TextInput } from '@mantine/core'
import { WorkspaceName } from '@wingmark/contract/workspaces'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useCreateWorkspace } from '#web/features/workspaces/queries'
import { isRefusal } from '#web/lib/api-error'
import { isKey } from '#web/lib/keys'
import { paths } from '#web/lib/paths'
import { useFadingForm } from '#web/ui/use-fading-form'
import classes from './new-workspace.module.css'

const NewWorkspaceBody = z.object({ name: WorkspaceName })

/** A name and Enter, in the list itself. */
export function NewWorkspace({ onCancel }: { onCancel?: () => void }) {
  const create = useCreateWorkspace()
  const navigate = useNavigate()
  const form = useFadingForm({ name: '' }, NewWorkspaceBody)
  const submit = form.onSubmit(({ name }) =>
    create.mutate(name, {
      onSuccess: (workspace) => navigate(paths.workspaceTasks(workspace._id)),
      onError: (error) => isRefusal(error) && form.setErrors({ name: error.errors.name ?? error.message }),
    }),
  )
  return (
    <form
      onSubmit={submit}
      noValidate
      className={classes.form}
      onKeyDown={(event) => isKey(event, 'Escape') && onCancel?.()}
    >
      <TextInput
        label="Workspace name"
        placeholder="Autumn campaign"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears on request.
        autoFocus={onCancel !== undefined}
        className={classes.name}
        {...form.getInputProps('name')}
      />
      <Button type="submit" loading={create.isPending} className={classes.button}>
        Create
      </Button>
      {onCancel && (
        <Button variant="default" onClick={onCancel} className={classes.button}>
          Cancel
        </Button>
      )}
    </form>
  )
}
