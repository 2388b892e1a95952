import { ActionIcon, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import type { Workspace } from '@wingmark/contract/workspaces'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keySheet } from '#web/features/workspaces/task/chosen-tasks'
import { FromReview } from '#web/features/workspaces/task/from-review'
import type { TaskFilter } from '#web/features/workspaces/task/task-queries'
import classes from './task-filters.module.css'

const dueNames = { OVERDUE: 'Overdue', TODAY: 'Due today', WEEK: 'Due this week', NONE: 'Without a day' }
const typingMs = 300
const filterNames = ['word', 'assignee', 'due']

/** Filters and the view, kept in the address. */
export function useTaskView() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: name === 'word', preventScrollReset: true },
    )
  const showAll = () =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const name of filterNames) next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )
  const filter: TaskFilter = {}
  const assignee = params.get('assignee')
  const word = params.get('word')
  const due = (Object.keys(dueNames) as (keyof typeof dueNames)[]).find((one) => one === params.get('due'))
  if (assignee) filter.assignee = assignee
  if (word) filter.word = word
  if (due) filter.due = due
  return { filter, set, showAll, isList: params.get('view') === 'list', task: params.get('task') }
}

type Props = { workspace: Workspace; view: ReturnType<typeof useTaskView> }

export function TaskFilters({ workspace, view: { filter, set, isList } }: Props) {
  const searched = filter.word ?? ''
  const [word, setWord] = useState(searched)
  const [shown, setShown] = useState(searched)
  const [sent, setSent] = useState(searched)
  // Another address brings its word along; one's own comes back while the next letters are typed.
  if (shown !== searched) {
    setShown(searched)
    if (searched !== sent) setWord(searched)
  }
  const search = useDebouncedCallback((next: string) => {
    setSent(next.trim())
    set('word', next.trim())
  }, typingMs)
  return (
    <div role="search" aria-label="Tasks" className={classes.root}>
      <TextInput
        aria-label="Find tasks"
        placeholder="Find tasks"
        value={word}
        onChange={(event) => {
          setWord(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
        className={classes.word}
      />
      <NativeSelect
        className={classes.choice}
        aria-label="Assignee"
        value={filter.assignee ?? ''}
        onChange={(event) => set('assignee', event.currentTarget.value)}
        data={[
          { value: '', label: 'Anybody' },
          ...workspace.members.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <NativeSelect
        className={classes.choice}
        aria-label="Due"
        value={filter.due ?? ''}
        onChange={(event) => set('due', event.currentTarget.value)}
        data={[
          { value: '', label: 'Any day' },
          ...Object.entries(dueNames).map(([value, label]) => ({ value, label })),
        ]}
      />
      <SegmentedControl
        aria-label="View"
        value={isList ? 'list' : 'board'}
        onChange={(view) => set('view', view === 'list' ? view : null)}
        data={[
          { value: 'board', label: 'Board' },
          { value: 'list', label: 'List' },
        ]}
      />
      <ActionIcon
        size="input-sm"
        className={classes.keys}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => keySheet.dispatch(true)}
      >
        <IconKeyboard size={18} />
      </ActionIcon>
      {workspace.can.editTasks && <FromReview workspaceId={workspace._id} />}
    </div>
  )
}
