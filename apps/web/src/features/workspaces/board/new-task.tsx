import { Button, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { taskTitleMax, taskTitleMin } from '@wingmark/contract/limits'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type KeyboardEvent, useState } from 'react'
import type { NewTask as Given } from '#web/features/workspaces/task/use-task-changes'
import { statusNames } from '#web/features/workspaces/task-lists'
import classes from './board.module.css'

type Props = { status: TaskStatus; onMake: (task: Given) => Promise<void> }

/** Enter makes the task and offers the next; what is refused comes back to be written on. */
export function NewTask({ status, onMake }: Props) {
  const [title, setTitle] = useState<string | null>(null)
  const make = () => {
    const words = (title ?? '').trim()
    if (words.length < taskTitleMin) return
    setTitle('')
    onMake({ title: words, status }).catch(() => setTitle((now) => (now ? now : words)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') setTitle(null)
    else if (event.key === 'Enter') make()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (title === null)
    return (
      <Button
        data-new
        variant="subtle"
        color="gray"
        size="xs"
        justify="flex-start"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => setTitle('')}
        aria-label={`New task in ${statusNames[status]}`}
      >
        New task
      </Button>
    )
  return (
    <div className={classes.newTask}>
      <Textarea
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it was asked for.
        autoFocus
        aria-label={`Title of the new task in ${statusNames[status]}`}
        placeholder="What is to be done?"
        maxLength={taskTitleMax}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => title.trim() === '' && setTitle(null)}
      />
      <Button size="xs" onMouseDown={(event) => event.preventDefault()} onClick={make}>
        Add task
      </Button>
    </div>
  )
}
