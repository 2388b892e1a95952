import { Button, Modal, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import { taskTitleMax, taskTitleMin } from '@wingmark/contract/limits'
import type { Workspace } from '@wingmark/contract/workspaces'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { v4 as uuid } from 'uuid'
import { lastTaskWorkspace, useMakeTask } from '#web/features/workspaces/links/queries'
import { workspaceChoicesQuery } from '#web/features/workspaces/queries'
import { messageForError } from '#web/lib/error-toast'
import { paths } from '#web/lib/paths'
import { focusedOpener, giveFocusBack } from '#web/ui/give-focus-back'
import { LoadError } from '#web/ui/load-error'
import classes from './make-task.module.css'

type Props = { comment: Comment; onClose: () => void }

/** A comment becomes a task: where, what, whose and until when. */
export function MakeTask({ comment, onClose }: Props) {
  const [opener] = useState(focusedOpener)
  useEffect(() => () => giveFocusBack(opener), [opener])
  const { data, isError, refetch } = useQuery(workspaceChoicesQuery)
  const choices = data?.filter((one) => one.can.editTasks) ?? []
  return (
    <Modal opened onClose={onClose} title="Make a task" closeButtonProps={{ 'aria-label': 'Close' }}>
      {!data && !isError && <Skeleton height={190} />}
      {!data && isError && <LoadError what="Your workspaces" onRetry={() => void refetch()} />}
      {data && choices.length === 0 && (
        <p className={classes.text}>
          Tasks live in a workspace, and there is none yet that you can edit.{' '}
          <Link to={paths.workspaces}>Make one</Link>
        </p>
      )}
      {choices.length > 0 && <TaskForm comment={comment} workspaces={choices} onClose={onClose} />}
    </Modal>
  )
}

/** The first line of the words. */
function firstLine(message: string): string {
  const line = message.split('\n').find((one) => one.trim() !== '') ?? ''
  return [...line.trim()].slice(0, taskTitleMax).join('')
}

function TaskForm({ comment, workspaces, onClose }: Props & { workspaces: readonly Workspace[] }) {
  const make = useMakeTask(comment.review)
  const [key] = useState(() => uuid())
  const [chosen, setChosen] = useState(lastTaskWorkspace)
  const workspace = workspaces.find(({ _id }) => _id === chosen) ?? workspaces[0]
  const [title, setTitle] = useState(() => firstLine(comment.message))
  const [assignee, setAssignee] = useState('')
  const [dueOn, setDueOn] = useState('')
  const isTooShort = title.trim().length < taskTitleMin
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!workspace || isTooShort) return
    const isIn = workspace.members.some(({ _id }) => _id === assignee)
    const task = { title: title.trim(), assignee: isIn ? assignee : null, dueOn: dueOn || null }
    make.mutate({ key, workspace: workspace._id, comment: comment._id, ...task }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        label="Title"
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes after the dialog, which was asked for.
        autoFocus
        autoComplete="off"
        maxLength={taskTitleMax}
        value={title}
        error={make.isError ? messageForError(make.error) : null}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
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
            { value: '', label: 'Nobody' },
            ...(workspace?.members ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <TextInput
          type="date"
          label="Due"
          value={dueOn}
          onChange={(event) => setDueOn(event.currentTarget.value)}
        />
      </div>
      <p className={classes.text}>
        Once the task is done the comment is resolved, in your name, and the other way round.
      </p>
      <div className={classes.end}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={make.isPending} disabled={isTooShort}>
          Make the task
        </Button>
      </div>
    </form>
  )
}
