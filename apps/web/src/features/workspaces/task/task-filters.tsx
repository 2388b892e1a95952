import { ActionIcon, Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconKeyboard, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { taskPriorities } from '@wingmark/contract/tasks'
import type { WorkspacePage } from '@wingmark/contract/workspaces'
import { useContext, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LabelsOfTasks } from '#web/features/workspaces/labels/labels-of-tasks'
import { keySheet } from '#web/features/workspaces/task/chosen-tasks'
import { FromReview } from '#web/features/workspaces/task/from-review'
import { type TaskFilter, taskQuery } from '#web/features/workspaces/task/task-queries'
import { nameOf, prioritiesHighFirst, priorityNames } from '#web/features/workspaces/task-lists'
import classes from './task-filters.module.css'

const dueNames = { OVERDUE: 'Overdue', TODAY: 'Due today', WEEK: 'Due this week', NONE: 'No due date' }
const typingMs = 300
const choiceNames = ['assignee', 'due', 'label', 'priority', 'review'] as const
const filterNames = ['word', 'parent', ...choiceNames]

/** Filters and view, kept in the address. */
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
  const parent = params.get('parent')
  const review = params.get('review')
  const due = (Object.keys(dueNames) as (keyof typeof dueNames)[]).find((one) => one === params.get('due'))
  if (assignee) filter.assignee = assignee
  if (word) filter.word = word
  if (parent) filter.parent = parent
  if (review) filter.review = review
  if (due) filter.due = due
  const label = params.get('label')
  const priority = taskPriorities.find((one) => one === params.get('priority'))
  if (label) filter.label = label
  if (priority) filter.priority = priority
  return { filter, set, showAll, isList: params.get('view') === 'list', task: params.get('task') }
}

type View = ReturnType<typeof useTaskView>
type Props = { workspace: WorkspacePage; view: View }

export function TaskFilters({ workspace, view: { filter, set, isList } }: Props) {
  const searched = filter.word ?? ''
  const [word, setWord] = useState(searched)
  const [shown, setShown] = useState(searched)
  const [sent, setSent] = useState(searched)
  // Another address sets its own text; the user's own returns while they type on.
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
      <Choices workspace={workspace} filter={filter} set={set} />
      {filter.parent && <ParentChip id={filter.parent} onRemove={() => set('parent', null)} />}
      <div className={classes.view}>
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
      </div>
      {workspace.can.editTasks && <FromReview workspaceId={workspace._id} />}
    </div>
  )
}

/** On a phone they fold behind one button. */
function Choices({ workspace, filter, set }: { workspace: WorkspacePage } & Pick<View, 'filter' | 'set'>) {
  const [isOpen, setOpen] = useState(false)
  const chosen = choiceNames.filter((name) => filter[name]).length
  return (
    <>
      <Button
        variant="default"
        className={classes.fold}
        leftSection={<IconAdjustmentsHorizontal size={17} aria-hidden />}
        aria-expanded={isOpen}
        aria-label={chosen > 0 ? `Filter, ${chosen} selected` : 'Filter'}
        onClick={() => setOpen(!isOpen)}
      >
        Filter{chosen > 0 && ` · ${chosen}`}
      </Button>
      <div className={classes.choices} data-open={isOpen || undefined}>
        <NativeSelect
          className={classes.choice}
          aria-label="Assignee"
          value={filter.assignee ?? ''}
          onChange={(event) => set('assignee', event.currentTarget.value)}
          data={[
            { value: '', label: 'Anyone' },
            ...workspace.members.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        <NativeSelect
          className={classes.choice}
          aria-label="Due"
          value={filter.due ?? ''}
          onChange={(event) => set('due', event.currentTarget.value)}
          data={[
            { value: '', label: 'Any date' },
            ...Object.entries(dueNames).map(([value, label]) => ({ value, label })),
          ]}
        />
        <NativeSelect
          className={classes.choice}
          aria-label="Priority"
          value={filter.priority ?? ''}
          onChange={(event) => set('priority', event.currentTarget.value)}
          data={[
            { value: '', label: 'Any priority' },
            ...prioritiesHighFirst.map((value) => ({ value, label: priorityNames[value] })),
          ]}
        />
        <LabelChoice value={filter.label ?? ''} onChange={(id) => set('label', id)} />
        <ReviewChoice
          reviews={workspace.reviews}
          value={filter.review ?? ''}
          onChange={(id) => set('review', id)}
        />
      </div>
    </>
  )
}

/** Renders nothing without any label or choice. */
function LabelChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const labels = [...useContext(LabelsOfTasks).values()]
  if (labels.length === 0 && value === '') return null
  const isOther = value !== '' && labels.every(({ _id }) => _id !== value)
  return (
    <NativeSelect
      className={classes.choice}
      aria-label="Label"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Any label' },
        ...labels.map(({ _id, name }) => ({ value: _id, label: name })),
        ...(isOther ? [{ value, label: 'A deleted label' }] : []),
      ]}
    />
  )
}

type ReviewProps = { reviews: WorkspacePage['reviews']; value: string; onChange: (id: string) => void }

/** Linked reviews; renders nothing without any review or choice. */
function ReviewChoice({ reviews, value, onChange }: ReviewProps) {
  if (reviews.length === 0 && value === '') return null
  const isOther = value !== '' && reviews.every(({ _id }) => _id !== value)
  return (
    <NativeSelect
      className={classes.choice}
      aria-label="Review"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Any review' },
        ...reviews.map(({ _id, name }) => ({ value: _id, label: name })),
        ...(isOther ? [{ value, label: 'Another review' }] : []),
      ]}
    />
  )
}

/** Only one task's subtasks show. */
function ParentChip({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(taskQuery(id))
  const name = data ? nameOf(data) : 'a task'
  return (
    <Button
      variant="default"
      fw={400}
      rightSection={<IconX size={14} aria-hidden />}
      title="Show all tasks"
      aria-label={`Subtasks of ${name}: show all tasks`}
      onClick={onRemove}
    >
      Subtasks of <bdi>{name}</bdi>
    </Button>
  )
}
