import { Alert, Button, Group, Textarea } from '@mantine/core'
import { taskDescriptionMax, taskTitleMax } from '@wingmark/contract/limits'
import type { Task } from '@wingmark/contract/tasks'
import { type KeyboardEvent, useRef } from 'react'
import type { TextField } from '#web/features/workspaces/task/changes/task-changes'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { useTaskWords } from '#web/features/workspaces/task/use-task-words'
import { isKey } from '#web/lib/keys'
import { LengthNote } from '#web/ui/length-note'
import classes from './task-panel.module.css'

type Props = {
  task: Task
  field: TextField
  label: string
  changes: TaskChanges /** Once saved or reverted. */
  onLeave?: () => void
}

/** Text edited in place: blur saves, Escape reverts. */
export function TaskText({ task, field, label, changes, onLeave }: Props) {
  const words = useTaskWords(task, field, changes)
  const isTaken = useRef(false)
  const isTitle = field === 'title'
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isDone = isKey(event, 'Enter') && (isTitle || event.ctrlKey || event.metaKey)
    if (!isKey(event, 'Escape') && !isDone) return
    event.preventDefault()
    event.stopPropagation()
    isTaken.current = isKey(event, 'Escape')
    event.currentTarget.blur()
  }
  const onBlur = () => {
    if (isTaken.current) {
      words.drop()
      onLeave?.()
    } else if (!words.theirs) void words.save().then((isDone) => isDone && onLeave?.())
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
        maxLength={isTitle ? taskTitleMax : undefined}
        readOnly={!task.can.edit}
        classNames={{ input: isTitle ? (classes.title ?? '') : (classes.text ?? '') }}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- if it can be left, it appears on request.
        autoFocus={onLeave !== undefined}
        value={words.text}
        onChange={(event) => words.write(event.currentTarget.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
      />
      {!isTitle && <LengthNote length={words.text.trim().length} max={taskDescriptionMax} />}
      {words.isUnsaved && (
        <p role="alert" className={classes.unsaved}>
          Not saved. Your text is kept on this device.{' '}
          <Button size="compact-xs" variant="default" onClick={() => void words.save()}>
            Try again
          </Button>{' '}
          <Button size="compact-xs" variant="subtle" onClick={words.drop}>
            Discard
          </Button>
        </p>
      )}
      {words.theirs && (
        <Alert title="Someone else has changed this" role="alert">
          <p className={classes.theirs}>{words.theirs[field]}</p>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={words.keepMine}>
              Keep mine
            </Button>
            <Button size="xs" variant="default" onClick={words.drop}>
              Use theirs
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
