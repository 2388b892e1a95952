import { IconDots } from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import { Suspense, useRef, useState } from 'react'
import type { TaskChanges } from '#web/features/workspaces/task/use-task-changes'
import { nameOf } from '#web/features/workspaces/task-lists'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './task-menu.module.css'

const TaskActions = lazily(
  () => import('#web/features/workspaces/task/task-actions').then((part) => part.TaskActions),
  (late, { onClose }) => <LateDialog late={late} what="This menu" onClose={onClose} />,
)

export const preloadTaskMenu = TaskActions.preload

export type TaskMenuProps = {
  task: Task
  changes: TaskChanges
  onDelete?: () => void
  onRename?: () => void
}

/** The menu itself loads on request: a board has very many. */
export function TaskMenu({ className = '', ...props }: TaskMenuProps & { className?: string }) {
  const [at, setAt] = useState<HTMLElement | null>(null)
  // A press closes the menu by itself before the click.
  const wasOpen = useRef(false)
  const close = () => {
    setAt(null)
    at?.focus()
  }
  return (
    <>
      <button
        type="button"
        title="More"
        aria-label={`Actions for ${nameOf(props.task)}`}
        data-touch
        aria-haspopup="menu"
        aria-expanded={at !== null}
        className={`${classes.more} ${className}`}
        onPointerDown={() => {
          wasOpen.current = at !== null
        }}
        onClick={(event) => {
          setAt(wasOpen.current ? null : event.currentTarget)
          wasOpen.current = false
        }}
      >
        <IconDots size={16} />
      </button>
      {at && (
        <Suspense>
          <TaskActions {...props} at={at} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
