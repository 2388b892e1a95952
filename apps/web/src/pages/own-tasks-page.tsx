import { OwnTasks } from '#web/features/workspaces/board/own-tasks'
import { Page } from '#web/ui/page'

export function OwnTasksPage() {
  return (
    <Page title="Your tasks">
      <OwnTasks />
    </Page>
  )
}
