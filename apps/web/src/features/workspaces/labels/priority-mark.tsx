import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { TaskPriority } from '@wingmark/contract/tasks'
import { priorityNames } from '#web/features/workspaces/task-lists'

const icons = { LOW: IconChevronDown, HIGH: IconChevronUp, URGENT: IconAlertTriangle }

/** Its sign and name. */
export function PriorityMark({ priority }: { priority: Exclude<TaskPriority, 'NONE'> }) {
  const Icon = icons[priority]
  return (
    <>
      <Icon size={14} aria-hidden />
      {priorityNames[priority]}
    </>
  )
}
