import { Alert, Button, Group, Textarea } from '@mantine/core'
import { taskDescriptionMax, taskTitleMax, taskTitleMin } from '@wingmark/contract/limits'
import { getTask, type Task } from '@wingmark/contract/tasks'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { call } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import classes from './task-panel.module.css'

type Props = { task: Task; field: 'title' | 'description'; label: string; changes: TaskChanges }
type Draft = { text: string; version: number }

/** Words that are edited where they stand: saved on leaving them, Escape takes the change back. */
export function TaskText({ task, field, label, changes }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [theirs, setTheirs] = useState<Task | null>(null)
  const isTaken = useRef(false)
  const value = draft?.text ?? task[field]
  const isTitle = field === 'title'

  const save = async (version: number) => {
    const text = isTitle ? value.replaceAll('\n', ' ').trim() : value.trim()
    if (text === task[field] || (isTitle && text.length < taskTitleMin)) return setDraft(null)
    try {
      await changes.patch(task, { [field]: text, version })
      setDraft(null)
      setTheirs(null)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        setTheirs((await call(getTask, { params: { id: task._id } })).result)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const isDone = event.key === 'Enter' && (isTitle || event.ctrlKey || event.metaKey)
    if (event.key !== 'Escape' && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    isTaken.current = event.key === 'Escape'
    event.currentTarget.blur()
  }
  const onBlur = () => {
    if (isTaken.current) setDraft(null)
    else if (draft && !theirs) void save(draft.version)
    isTaken.current = false
  }
  return (
    <>
      <Textarea
        aria-label={label}
        placeholder={isTitle ? 'Title' : task.can.edit ? 'Add a description…' : 'No description'}
        autosize
        minRows={isTitle ? 1 : 3}
        maxRows={isTitle ? 6 : 20}
        maxLength={isTitle ? taskTitleMax : taskDescriptionMax}
        readOnly={!task.can.edit}
        classNames={{ input: isTitle ? (classes.title ?? '') : (classes.text ?? '') }}
        value={value}
        onChange={(event) => {
          const text = event.currentTarget.value
          setDraft((now) => ({ text, version: now?.version ?? task.version }))
        }}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {theirs && (
        <Alert title="Somebody else has changed this" role="alert">
          <p className={classes.theirs}>{theirs[field]}</p>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => void save(theirs.version)}>
              Keep mine
            </Button>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setDraft(null)
                setTheirs(null)
              }}
            >
              Take theirs
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
