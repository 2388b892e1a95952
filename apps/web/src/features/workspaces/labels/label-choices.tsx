import { Menu } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { taskLabelsMax } from '@wingmark/contract/limits'
import type { Task } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useContext } from 'react'
import { LabelDot } from '#web/features/workspaces/labels/label-chips'
import { labelEditor } from '#web/features/workspaces/labels/label-editor-request'
import { LabelsOfTasks } from '#web/features/workspaces/labels/labels-of-tasks'
import classes from './label-choices.module.css'

/** Labels to add to tasks and to remove from them; the others stay. */
export type LabelEdit = { added: readonly string[]; removed: readonly string[] }
export const noEdit: LabelEdit = { added: [], removed: [] }
export const isEdit = ({ added, removed }: LabelEdit): boolean => added.length + removed.length > 0

/** A task's labels afterwards; at most as many as it can have. Answers kept by a former release have none. */
export function labelsAfter(
  labels: readonly string[] | undefined = [],
  { added, removed }: LabelEdit,
): string[] {
  const others = labels.filter((id) => !added.includes(id) && !removed.includes(id))
  return [...others, ...added].slice(0, taskLabelsMax)
}

type Props = {
  workspace: Pick<Workspace, '_id' | 'can'>
  tasks: readonly Pick<Task, 'labels'>[]
  edit: LabelEdit
  onEdit: (edit: LabelEdit) => void
}

/** Every label with a check; the choice is made when the menu closes. */
export function LabelChoices({ workspace, tasks, edit, onEdit }: Props) {
  const all = [...useContext(LabelsOfTasks).values()]
  const isOn = (id: string) => tasks.every(({ labels }) => labelsAfter(labels, edit).includes(id))
  const isFull = tasks.some(({ labels }) => labelsAfter(labels, edit).length >= taskLabelsMax)
  const toggle = (id: string) => {
    const without = (ids: readonly string[]) => ids.filter((one) => one !== id)
    const { added, removed } = { added: without(edit.added), removed: without(edit.removed) }
    const had = tasks.map(({ labels }) => labelsAfter(labels, noEdit).includes(id))
    const wasOn = !had.includes(false)
    const wasOff = !had.includes(true)
    if (isOn(id)) onEdit({ added, removed: wasOff ? removed : [...removed, id] })
    else onEdit({ added: wasOn ? added : [...added, id], removed })
  }
  return (
    <Menu.Dropdown className={classes.dropdown}>
      <Menu.Label>Labels</Menu.Label>
      {all.map(({ _id, name, color }) => (
        <Menu.CheckboxItem
          key={_id}
          checked={isOn(_id)}
          disabled={isFull && !isOn(_id)}
          onChange={() => toggle(_id)}
        >
          <span className={classes.label}>
            <LabelDot color={color} />
            {name}
          </span>
        </Menu.CheckboxItem>
      ))}
      {all.length === 0 && !workspace.can.edit && <Menu.Item disabled>No labels yet</Menu.Item>}
      {workspace.can.edit && (
        <>
          {all.length > 0 && <Menu.Divider />}
          <Menu.Item
            leftSection={<IconPencil size={15} />}
            onClick={() => labelEditor.dispatch(workspace._id)}
          >
            {all.length === 0 ? 'Create labels…' : 'Edit labels…'}
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  )
}
