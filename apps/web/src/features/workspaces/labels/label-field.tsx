import { Combobox, Input, InputBase, Menu } from '@mantine/core'
import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useId, useState } from 'react'
import { LabelChips } from '#web/features/workspaces/labels/label-chips'
import { isEdit, LabelChoices, labelsAfter, noEdit } from '#web/features/workspaces/labels/label-choices'
import { useLabelsOf } from '#web/features/workspaces/labels/labels-of-tasks'

type Props = { task: Task; workspace: Workspace; onChange: (labels: string[]) => void }

/** A task's labels, chosen from a menu. */
export function LabelField({ task, workspace, onChange }: Props) {
  const id = useId()
  const [edit, setEdit] = useState(noEdit)
  const shown = useLabelsOf({ labels: labelsAfter(task.labels, edit) })
  const onClose = () => {
    setEdit(noEdit)
    if (isEdit(edit)) onChange(labelsAfter(task.labels, edit))
  }
  const names = shown.map(({ name }) => name).join(', ')
  return (
    <Menu position="bottom-start" width={240} trapFocus disabled={!task.can.edit} onClose={onClose}>
      <Menu.Target>
        <InputBase
          component="button"
          type="button"
          id={id}
          label="Labels"
          multiline
          pointer
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          disabled={!task.can.edit}
          aria-label={names === '' ? 'Labels: none' : `Labels: ${names}`}
        >
          {shown.length > 0 ? <LabelChips labels={shown} /> : <Input.Placeholder>None</Input.Placeholder>}
        </InputBase>
      </Menu.Target>
      <LabelChoices workspace={workspace} tasks={[task]} edit={edit} onEdit={setEdit} />
    </Menu>
  )
}
