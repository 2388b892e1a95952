import { Button, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { taskTitleMax } from '@wingmark/contract/limits'
import type { TaskStatus } from '@wingmark/contract/workspaces'
import { type KeyboardEvent, useState } from 'react'
import { RefusedTitles } from '#web/features/workspaces/task/refused-titles'
import { useNewTitles } from '#web/features/workspaces/task/use-new-titles'
import type { NewTask as Given } from '#web/features/workspaces/task/use-task-changes'
import { statusNames } from '#web/features/workspaces/task-lists'
import { isKey } from '#web/lib/keys'
import classes from './board.module.css'

type Props = { status: TaskStatus; onMake: (task: Given) => Promise<void> }

/** Enter creates the task and offers the next. */
export function NewTask({ status, onMake }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const titles = useNewTitles((title) => onMake({ title, status }))
  const close = () => {
    setOpen(false)
    titles.setTitle('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'Escape')) {
      setLeft(true)
      close()
    } else if (isKey(event, 'Enter')) titles.make()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <RefusedTitles {...titles} />
      {isOpen ? (
        <div className={classes.newTask}>
          <Textarea
            rows={2}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears on request.
            autoFocus
            aria-label={`Title of the new task in ${statusNames[status]}`}
            placeholder="What needs to be done?"
            maxLength={taskTitleMax}
            value={titles.title}
            onChange={(event) => titles.setTitle(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onBlur={() => titles.title.trim() === '' && close()}
          />
          <Button size="xs" onMouseDown={(event) => event.preventDefault()} onClick={titles.make}>
            Add task
          </Button>
        </div>
      ) : (
        <Button
          data-new
          variant="subtle"
          color="gray"
          size="xs"
          justify="flex-start"
          leftSection={<IconPlus size={15} aria-hidden />}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- keyboard users continue where they were.
          autoFocus={isLeft}
          onClick={() => setOpen(true)}
          aria-label={`New task in ${statusNames[status]}`}
          title="New task"
        >
          New task
        </Button>
      )}
    </>
  )
}
