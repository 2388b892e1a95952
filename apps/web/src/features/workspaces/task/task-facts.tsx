import { VisuallyHidden } from '@mantine/core'
import { IconCalendar, IconCalendarPlus, IconFlag, IconSubtask, IconUserPlus } from '@tabler/icons-react'
import type { Task } from '@wingmark/contract/tasks'
import type { ReactNode } from 'react'
import { PriorityMark } from '#web/features/workspaces/labels/priority-mark'
import { isOpen, nameOf } from '#web/features/workspaces/task-lists'
import { formatDueDay, localDay } from '#web/lib/days'
import { Face } from '#web/ui/face'
import classes from './task-facts.module.css'

type Fact = 'dueOn' | 'assignee' | 'priority'
type Props = {
  task: Task
  /** Offers to change it, beside its display. */
  onAsk?: (fact: Fact, at: HTMLElement) => void
}

/** Number, priority, due date, subtasks and assignee, in one quiet line. */
export function TaskFacts({ task, onAsk }: Props) {
  const { number, title, dueOn, status, subtaskCount, doneCount, assignee, priority, can } = task
  const isRanked = priority && priority !== 'NONE'
  const due = onAsk && can.move
  const whose = onAsk && can.edit
  return (
    <div className={classes.root} data-edited={onAsk ? true : undefined}>
      <span>{number > 0 ? `#${number}` : 'Not saved yet'}</span>
      {(isRanked || whose) && (
        <FactPlace
          onAsk={whose && ((at) => onAsk('priority', at))}
          title={isRanked ? 'Change priority' : `Set priority for ${nameOf({ number, title })}`}
          isLate={priority === 'URGENT' && isOpen(status)}
        >
          {isRanked ? (
            <>
              <VisuallyHidden>Priority: </VisuallyHidden>
              <PriorityMark priority={priority} />
            </>
          ) : (
            <IconFlag size={16} aria-hidden />
          )}
        </FactPlace>
      )}
      {(dueOn || due) && (
        <FactPlace
          onAsk={due && ((at) => onAsk('dueOn', at))}
          title={dueOn ? 'Change due date' : `Set due date for ${nameOf({ number, title })}`}
          isLate={isOpen(status) && dueOn !== null && dueOn < localDay()}
        >
          {dueOn ? <IconCalendar size={13} aria-hidden /> : <IconCalendarPlus size={16} aria-hidden />}
          {dueOn && <VisuallyHidden>Due </VisuallyHidden>}
          {dueOn && formatDueDay(dueOn)}
        </FactPlace>
      )}
      {subtaskCount > 0 && (
        <span className={classes.fact}>
          <IconSubtask size={13} aria-hidden />
          <VisuallyHidden>Subtasks done: </VisuallyHidden>
          {doneCount}/{subtaskCount}
        </span>
      )}
      {(assignee || whose) && (
        <FactPlace
          isFace
          onAsk={whose && ((at) => onAsk('assignee', at))}
          title={assignee ? assignee.name : `Assign ${nameOf({ number, title })}`}
        >
          {assignee ? (
            <>
              <VisuallyHidden>Assigned to {assignee.name}</VisuallyHidden>
              <Face connectionId={assignee._id} name={assignee.name} src={assignee.avatar} size={22} />
            </>
          ) : (
            <IconUserPlus size={16} aria-hidden />
          )}
        </FactPlace>
      )}
    </div>
  )
}

type PlaceProps = {
  onAsk: ((at: HTMLElement) => void) | undefined | false
  title: string
  isLate?: boolean
  isFace?: boolean
  children: ReactNode
}

/** A button if it can be changed. */
function FactPlace({ onAsk, title, isLate = false, isFace = false, children }: PlaceProps) {
  const marks = { className: isFace ? classes.face : classes.fact, 'data-late': isLate || undefined }
  if (!onAsk)
    return (
      <span {...marks} {...(isFace ? { title } : {})}>
        {children}
      </span>
    )
  return (
    <button type="button" {...marks} title={title} onClick={(event) => onAsk(event.currentTarget)}>
      {children}
    </button>
  )
}
