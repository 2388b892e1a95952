import { NativeSelect } from '@mantine/core'
import { type Task, taskPriorities } from '@wingmark/contract/tasks'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useState } from 'react'
import { LabelField } from '#web/features/workspaces/labels/label-field'
import type { Choice } from '#web/features/workspaces/task/choices'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import {
  prioritiesHighFirst,
  priorityNames,
  statuses,
  statusNames,
} from '#web/features/workspaces/task-lists'
import { isKey } from '#web/lib/keys'
import { DayInput } from '#web/ui/day-input'
import classes from './task-panel.module.css'

type Props = { task: Task; workspace: Workspace; changes: TaskChanges }

/** Status, assignee, priority, labels and dates. */
export function TaskChoices({ task, workspace, changes }: Props) {
  // A toast reports a refusal, and the field reverts.
  const patch = (next: Choice) => void changes.patch(task, next).catch(() => {})
  const people = workspace.members.some((member) => member._id === task.assignee?._id)
    ? workspace.members
    : [...workspace.members, ...(task.assignee ? [task.assignee] : [])]
  return (
    <div className={classes.choices}>
      <NativeSelect
        label="Status"
        value={task.status}
        disabled={!task.can.move}
        onChange={(event) => {
          const status = statuses.find((one) => one === event.currentTarget.value)
          if (status) changes.move(task, status)
        }}
        data={statuses.map((status) => ({ value: status, label: statusNames[status] }))}
      />
      <NativeSelect
        label="Assignee"
        value={task.assignee?._id ?? ''}
        disabled={!task.can.edit}
        onChange={(event) => {
          const person = people.find((one) => one._id === event.currentTarget.value)
          patch({ assignee: person ? { _id: person._id, name: person.name, avatar: person.avatar } : null })
        }}
        data={[
          { value: '', label: 'Unassigned' },
          ...people.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <NativeSelect
        label="Priority"
        value={task.priority}
        disabled={!task.can.edit}
        onChange={(event) => {
          const priority = taskPriorities.find((one) => one === event.currentTarget.value)
          if (priority) patch({ priority })
        }}
        data={prioritiesHighFirst.map((value) => ({ value, label: priorityNames[value] }))}
      />
      <LabelField task={task} workspace={workspace} onChange={(labels) => patch({ labels })} />
      <DayField
        label="Start"
        value={task.startsOn}
        max={task.dueOn}
        isFixed={!task.can.move}
        onChange={(startsOn) => patch({ startsOn })}
      />
      <DayField
        label="Due"
        value={task.dueOn}
        min={task.startsOn}
        isFixed={!task.can.move}
        onChange={(dueOn) => patch({ dueOn })}
      />
    </div>
  )
}

type DayProps = {
  label: string
  value: string | null
  min?: string | null
  max?: string | null
  isFixed: boolean
  onChange: (day: string | null) => void
}

/** Saves on blur: while typing a year, the field passes through several days. */
function DayField({ label, value, min, max, isFixed, onChange }: DayProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? value ?? ''
  const [error, setError] = useState<string | null>(null)
  const save = () => {
    if (text === (value ?? '')) {
      setDraft(null)
      return setError(null)
    }
    const isWrong = text !== '' && ((min && text < min) || (max && text > max))
    if (isWrong) return setError('The due date can’t be before the start date.')
    setError(null)
    setDraft(null)
    return onChange(text === '' ? null : text)
  }
  return (
    <DayInput
      label={label}
      value={text}
      error={error}
      disabled={isFixed}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => isKey(event, 'Enter') && save()}
    />
  )
}
