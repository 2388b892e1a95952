import { useQueryClient } from '@tanstack/react-query'
import { EndedWords } from '#web/features/comments/cards/ended-words'
import { timelineOutbox } from '#web/features/workspaces/activities/timeline-outbox'
import { taskOutbox } from '#web/features/workspaces/task/task-outbox'

/** Text written in a workspace for tasks that no longer exist. */
export function EndedWorkspaceWords({ workspaceId }: { workspaceId: string }) {
  const client = useQueryClient()
  return (
    <>
      <EndedWords outbox={taskOutbox(client, workspaceId)} />
      <EndedWords outbox={timelineOutbox(client, workspaceId)} />
    </>
  )
}
