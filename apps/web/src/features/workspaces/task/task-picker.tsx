import { Button, Group, Menu, Popover, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { holdsCharacters } from '@wingmark/contract/search-words'
import type { Task } from '@wingmark/contract/tasks'
import type { TaskStatus, Workspace } from '@wingmark/contract/workspaces'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isEdit, LabelChoices, type LabelEdit, noEdit } from '#web/features/workspaces/labels/label-choices'
import { Anchor } from '#web/features/workspaces/task/anchor'
import type { Choice } from '#web/features/workspaces/task/choices'
import { type Picking, picking } from '#web/features/workspaces/task/chosen-tasks'
import {
  prioritiesHighFirst,
  priorityNames,
  statuses,
  statusNames,
} from '#web/features/workspaces/task-lists'
import { dayFromNow } from '#web/lib/days'
import { isKey, plainKeyIn } from '#web/lib/keys'
import { DayInput } from '#web/ui/day-input'
import { Face } from '#web/ui/face'
import classes from './task-picker.module.css'

export type Picked = { status: TaskStatus } | LabelEdit | Choice

type Props = {
  asked: Picking
  workspace: Workspace
  tasks: readonly Task[]
  /** The choice, for those tasks that may be changed. */
  onPick: (ids: readonly string[], picked: Picked) => void
}

/** Asks for status, assignee, due date, priority or labels of one or several tasks, beside them. */
export function TaskPicker({ asked, workspace, tasks, onPick }: Props) {
  const chosen = tasks.filter(({ _id }) => asked.ids.includes(_id))
  const close = () => {
    picking.dispatch(null)
    if (asked.at.isConnected) focusIn(asked.at)
  }
  const pick = (picked: Picked) => {
    close()
    onPick(asked.ids, picked)
  }
  if (asked.field === 'labels')
    return <LabelPicker asked={asked} workspace={workspace} tasks={chosen} onClose={close} onPick={pick} />
  if (asked.field === 'dueOn') return <DuePicker asked={asked} tasks={chosen} onClose={close} onPick={pick} />
  return (
    <Menu opened onClose={close} position="bottom-start" width={220} returnFocus={false} trapFocus>
      <Menu.Target>
        <Anchor at={asked.at} name={fieldNames[asked.field]} />
      </Menu.Target>
      {asked.field === 'status' && <StatusChoices tasks={chosen} onPick={pick} />}
      {asked.field === 'priority' && <PriorityChoices tasks={chosen} onPick={pick} />}
      {asked.field === 'assignee' && (
        <PeopleChoices tasks={chosen} members={workspace.members} onPick={pick} />
      )}
    </Menu>
  )
}

const fieldNames = {
  status: 'Status',
  assignee: 'Assignee',
  dueOn: 'Due',
  priority: 'Priority',
  labels: 'Labels',
}

/** Where the keys were pressed: a card or row has its link. */
function focusIn(element: HTMLElement): void {
  const target = element.matches('[data-task]') ? element.querySelector<HTMLElement>('a') : element
  target?.focus({ preventScroll: true })
}

type ChoicesProps = { tasks: readonly Task[]; onPick: (picked: Picked) => void }

function Choice({
  isNow,
  onPick,
  children,
  left,
  right,
}: {
  isNow: boolean
  onPick: () => void
  children: ReactNode
  left?: ReactNode
  right?: ReactNode
}) {
  return (
    <Menu.Item
      leftSection={left}
      rightSection={isNow ? <IconCheck size={15} aria-label="now" /> : right}
      onClick={onPick}
    >
      {children}
    </Menu.Item>
  )
}

const statusDigits = new Map(statuses.map((status, at) => [String(at + 1), status]))

function StatusChoices({ tasks, onPick }: ChoicesProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const status = plainKeyIn(event, statusDigits)
    if (status) onPick({ status })
  }
  return (
    <Menu.Dropdown onKeyDown={onKeyDown}>
      <Menu.Label>Status</Menu.Label>
      {statuses.map((status, at) => (
        <Choice
          key={status}
          isNow={tasks.every((task) => task.status === status)}
          onPick={() => onPick({ status })}
          right={<span className={classes.key}>{at + 1}</span>}
        >
          {statusNames[status]}
        </Choice>
      ))}
    </Menu.Dropdown>
  )
}

function PriorityChoices({ tasks, onPick }: ChoicesProps) {
  return (
    <Menu.Dropdown>
      <Menu.Label>Priority</Menu.Label>
      {prioritiesHighFirst.map((priority) => (
        <Choice
          key={priority}
          isNow={tasks.every((task) => task.priority === priority)}
          onPick={() => onPick({ priority })}
        >
          {priorityNames[priority]}
        </Choice>
      ))}
    </Menu.Dropdown>
  )
}

type LabelProps = ChoicesProps & { asked: Picking; workspace: Workspace; onClose: () => void }

function LabelPicker({ asked, workspace, tasks, onClose, onPick }: LabelProps) {
  const [edit, setEdit] = useState(noEdit)
  const close = () => (isEdit(edit) ? onPick(edit) : onClose())
  return (
    <Menu opened onClose={close} position="bottom-start" width={240} returnFocus={false} trapFocus>
      <Menu.Target>
        <Anchor at={asked.at} name={fieldNames[asked.field]} />
      </Menu.Target>
      <LabelChoices workspace={workspace} tasks={tasks} edit={edit} onEdit={setEdit} />
    </Menu>
  )
}

const narrowedFrom = 8

function PeopleChoices({ tasks, members, onPick }: ChoicesProps & Pick<Workspace, 'members'>) {
  const [word, setWord] = useState('')
  const found = members.filter(({ name }) => holdsCharacters(name, word))
  return (
    <Menu.Dropdown className={classes.people}>
      <Menu.Label>Assignee</Menu.Label>
      {members.length >= narrowedFrom && (
        <TextInput
          size="xs"
          data-autofocus
          aria-label="Find someone"
          placeholder="Find someone"
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      )}
      <Choice isNow={tasks.every(({ assignee }) => !assignee)} onPick={() => onPick({ assignee: null })}>
        Unassigned
      </Choice>
      {found.map(({ _id, name, avatar }) => (
        <Choice
          key={_id}
          left={<Face connectionId={_id} name={name} src={avatar} size={20} />}
          isNow={tasks.every(({ assignee }) => assignee?._id === _id)}
          onPick={() => onPick({ assignee: { _id, name, avatar } })}
        >
          {name}
        </Choice>
      ))}
    </Menu.Dropdown>
  )
}

function DuePicker({
  asked,
  tasks,
  onClose,
  onPick,
}: ChoicesProps & { asked: Picking; onClose: () => void }) {
  const [first] = tasks
  const shared = tasks.every(({ dueOn }) => dueOn === first?.dueOn) ? (first?.dueOn ?? '') : ''
  const [day, setDay] = useState(shared)
  const isWrong = tasks.some(({ startsOn }) => day !== '' && startsOn !== null && startsOn > day)
  const save = () => {
    if (!isWrong && day !== '') onPick({ dueOn: day })
  }
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      trapFocus
      returnFocus={false}
    >
      <Popover.Target>
        <Anchor at={asked.at} name={fieldNames[asked.field]} />
      </Popover.Target>
      <Popover.Dropdown aria-label="Due">
        <DayInput
          label="Due"
          data-autofocus
          value={day}
          error={isWrong && 'The due date can’t be before the start date.'}
          onChange={(event) => setDay(event.currentTarget.value)}
          onKeyDown={(event) => isKey(event, 'Enter') && save()}
        />
        <Group gap="xs" mt="xs">
          <Button size="xs" variant="default" onClick={() => setDay(dayFromNow(0))}>
            Today
          </Button>
          <Button size="xs" variant="default" onClick={() => setDay(dayFromNow(1))}>
            Tomorrow
          </Button>
          <Button size="xs" variant="default" onClick={() => setDay(dayFromNow(7))}>
            In a week
          </Button>
        </Group>
        <Group gap="xs" mt="xs" justify="flex-end">
          <Button size="xs" variant="subtle" color="gray" onClick={() => onPick({ dueOn: null })}>
            No due date
          </Button>
          <Button size="xs" onClick={save} disabled={day === '' || isWrong}>
            Save
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
