import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Label, LabelName, labelColors } from '@wingmark/contract/labels'
import { labelsMax } from '@wingmark/contract/limits'
import type { Workspace } from '@wingmark/contract/workspaces'
import { type FormEvent, useState } from 'react'
import { ColorChoice } from '#web/features/workspaces/labels/color-choice'
import { labelsQuery, useLabelChanges } from '#web/features/workspaces/labels/label-queries'
import { isRefusal } from '#web/lib/api-error'
import { isKey } from '#web/lib/keys'
import { Dialog } from '#web/ui/dialog'
import classes from './label-editor.module.css'

type Props = { workspace: Pick<Workspace, '_id' | 'can'>; onClose: () => void }
type Changes = ReturnType<typeof useLabelChanges>

/** Creates, renames, recolours and deletes the labels of a workspace. */
export function LabelEditor({ workspace, onClose }: Props) {
  const { data = [] } = useQuery(labelsQuery(workspace._id))
  const changes = useLabelChanges(workspace._id)
  return (
    <Dialog opened onClose={onClose} title="Labels">
      {data.length === 0 && (
        <p className={classes.note}>Labels group tasks by topic. Create the first one.</p>
      )}
      <ul className={classes.list} aria-label="Labels">
        {data.map((label) => (
          <Row key={label._id} label={label} changes={changes} />
        ))}
      </ul>
      {data.length < labelsMax ? (
        <NewLabel changes={changes} count={data.length} />
      ) : (
        <p className={classes.note}>A workspace can have at most {labelsMax} labels.</p>
      )}
    </Dialog>
  )
}

const refusalOf = (error: Error) => (isRefusal(error) ? (error.errors.name ?? error.message) : null)

/** Saved on Enter or blur; Escape reverts. */
function Row({ label, changes }: { label: Label; changes: Changes }) {
  const { _id, color, can } = label
  const [draft, setDraft] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const save = () => {
    const given = LabelName.safeParse(draft ?? label.name)
    if (!given.success) return setRefused(given.error.issues[0]?.message ?? null)
    setRefused(null)
    if (given.data === label.name) return setDraft(null)
    return changes.change.mutate(
      { _id, name: given.data },
      { onSuccess: () => setDraft(null), onError: (error) => setRefused(refusalOf(error)) },
    )
  }
  return (
    <li className={classes.row}>
      <ColorChoice
        color={color}
        name={label.name}
        isFixed={!can.edit}
        onChoose={(next) => changes.change.mutate({ _id, color: next })}
      />
      <TextInput
        className={classes.name}
        aria-label={`Name of the label ${label.name}`}
        autoComplete="off"
        readOnly={!can.edit}
        value={draft ?? label.name}
        error={refused}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (isKey(event, 'Enter')) save()
          if (!isKey(event, 'Escape') || draft === null) return
          event.stopPropagation()
          setDraft(null)
          setRefused(null)
        }}
      />
      {can.delete && (
        <ActionIcon
          size="input-sm"
          data-touch
          aria-label={`Delete the label ${label.name}`}
          title="Delete"
          onClick={() => changes.remove.mutate(label)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  )
}

/** Offers each colour in turn. */
function NewLabel({ changes, count }: { changes: Changes; count: number }) {
  const [name, setName] = useState('')
  const next = labelColors[(count + 1) % labelColors.length] ?? 'GREY'
  const [chosen, setChosen] = useState<Label['color'] | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const color = chosen ?? next
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = LabelName.safeParse(name)
    if (!given.success) return setRefused(given.error.issues[0]?.message ?? null)
    setRefused(null)
    return changes.create.mutate(
      { name: given.data, color },
      {
        onSuccess: () => {
          setName('')
          setChosen(null)
        },
        onError: (error) => setRefused(refusalOf(error)),
      },
    )
  }
  return (
    <form className={classes.row} onSubmit={submit} noValidate>
      <ColorChoice color={color} name="the new label" isFixed={false} onChoose={setChosen} />
      <TextInput
        className={classes.name}
        data-autofocus
        aria-label="Name of the new label"
        placeholder="New label"
        autoComplete="off"
        value={name}
        error={refused}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={changes.create.isPending}>
        Create label
      </Button>
    </form>
  )
}
