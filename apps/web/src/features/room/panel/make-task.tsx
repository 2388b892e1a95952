import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import { taskTitleMax, taskTitleMin } from '@wingmark/contract/limits'
import { beginningOf } from '@wingmark/contract/shorten'
import type { Workspace } from '@wingmark/contract/workspaces'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { v4 as uuid } from 'uuid'
import { useKnownWriter } from '#web/features/comments/outbox/use-writer'
import { useTaskLink } from '#web/features/room/panel/task-chip'
import { useRoom } from '#web/features/room/state/room-context'
import {
  type NewCommentTasks,
  type TaskOrigin,
  useMakeTasks,
  workspaceChoicesQuery,
} from '#web/features/workspaces/links/queries'
import { messageForError } from '#web/lib/error-toast'
import { lastTaskWorkspace } from '#web/lib/last-workspace'
import { paths, taskPath } from '#web/lib/paths'
import { DayInput } from '#web/ui/day-input'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import { LoadError } from '#web/ui/load-error'
import classes from './make-task.module.css'

type Props = { comments: readonly Comment[]; onClose: () => void }

/** Creates tasks from comments: workspace, title, assignee and due date. */
export function MakeTask({ comments, onClose }: Props) {
  useFocusBack()
  const { data, isError, refetch } = useQuery(workspaceChoicesQuery)
  const choices = data?.filter((one) => one.can.editTasks) ?? []
  return (
    <Dialog
      opened
      onClose={onClose}
      title={comments.length > 1 ? `Create ${comments.length} tasks` : 'Create task'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!data && !isError && <Skeleton height={190} />}
      {!data && isError && <LoadError what="Your workspaces" onRetry={() => void refetch()} />}
      {data && choices.length === 0 && (
        <p className={classes.text}>
          Tasks live in a workspace, and you don’t have one you can edit yet.{' '}
          <Link to={paths.workspaces}>Create one</Link>
        </p>
      )}
      {choices.length > 0 && <TaskForm comments={comments} workspaces={choices} onClose={onClose} />}
    </Dialog>
  )
}

/** Offline, they wait below their comments. */
function useKeepTasks(comments: readonly Comment[]) {
  const { outbox } = useRoom()
  const findWriter = useKnownWriter()
  return (left: readonly TaskOrigin[], { workspace, title, assignee, dueOn }: NewCommentTasks): boolean => {
    const writer = findWriter()
    if (!writer) return false
    const given = { title: title ?? null, assignee: assignee ?? null, dueOn: dueOn ?? null }
    for (const { key, comment } of left) {
      const file = comments.find(({ _id }) => _id === comment)?.file ?? ''
      const target = { kind: 'task' as const, file, comment, workspace, ...given }
      outbox.send({ target, message: '', files: [], mentioned: [], ...writer }, key)
    }
    return true
  }
}

/** The text's first line. */
function firstLine(message: string): string {
  const line = message.split('\n').find((one) => one.trim() !== '') ?? ''
  return beginningOf(line.trim(), taskTitleMax).trim()
}

function TaskForm({ comments, workspaces, onClose }: Props & { workspaces: readonly Workspace[] }) {
  const { store } = useRoom()
  const make = useMakeTasks(useKeepTasks(comments))
  const [origins] = useState(() => comments.map(({ _id, review }) => ({ key: uuid(), comment: _id, review })))
  const isOne = origins.length === 1
  const [chosen, setChosen] = useState(lastTaskWorkspace)
  const workspace = workspaces.find(({ _id }) => _id === chosen) ?? workspaces[0]
  const [title, setTitle] = useState(() => firstLine(comments[0]?.message ?? ''))
  const [assignee, setAssignee] = useState('')
  const [dueOn, setDueOn] = useState('')
  const isTooShort = isOne && title.trim().length < taskTitleMin
  const failure = make.isError ? messageForError(make.error) : null
  const first = comments[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!workspace || isTooShort) return
    const isIn = workspace.members.some(({ _id }) => _id === assignee)
    const common = { workspace: workspace._id, assignee: isIn ? assignee : null, dueOn: dueOn || null }
    const done = () => {
      store.dispatch({ do: 'pick', comments: null })
      onClose()
    }
    make.mutate(
      { comments: origins, ...common, ...(isOne ? { title: title.trim() } : {}) },
      { onSuccess: done },
    )
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      {isOne && (
        <TextInput
          label="Title"
          data-autofocus
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened its dialog.
          autoFocus
          autoComplete="off"
          maxLength={taskTitleMax}
          value={title}
          error={failure}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
      {!isOne && <p className={classes.text}>Each is named after the first words of its comment.</p>}
      {!isOne && failure && (
        <p role="alert" className={classes.error}>
          {failure}
        </p>
      )}
      {isOne && failure && first && <TaskThere comment={first} />}
      <NativeSelect
        label="Workspace"
        value={workspace?._id ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={workspaces.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <div className={classes.pair}>
        <NativeSelect
          label="Assignee"
          value={assignee}
          onChange={(event) => setAssignee(event.currentTarget.value)}
          data={[
            { value: '', label: 'Unassigned' },
            ...(workspace?.members ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <DayInput label="Due" value={dueOn} onChange={(event) => setDueOn(event.currentTarget.value)} />
      </div>
      <p className={classes.text}>
        {isOne
          ? 'Completing the task resolves the comment in your name, and vice versa.'
          : 'Completing a task resolves its comment in your name, and vice versa.'}
      </p>
      <div className={classes.end}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={make.isPending} disabled={isTooShort}>
          {isOne ? 'Create task' : `Create ${origins.length} tasks`}
        </Button>
      </div>
    </form>
  )
}

/** Someone else created it first. */
function TaskThere({ comment }: { comment: Comment }) {
  const task = useTaskLink(comment)?.task
  return task ? <Link to={taskPath(task.workspace, task._id)}>Open task #{task.number}</Link> : null
}
