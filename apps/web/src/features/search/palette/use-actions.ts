import { isolated } from '@wingmark/contract/names'
import type { Review } from '@wingmark/contract/reviews'
import type { ListedWorkspace } from '@wingmark/contract/workspaces'
import { useNavigate } from 'react-router'
import { lastTaskWorkspace } from '#web/lib/last-workspace'
import { requestNewTask } from '#web/lib/new-task-request'
import type { Command } from '#web/lib/palette'
import { paths } from '#web/lib/paths'
import { requestShare } from '#web/lib/share-request'
import { requestFilesToSend, requestUpload } from '#web/lib/upload-request'

/** What can be done from every page. */
export function useActions(given: { reviews: Review[]; workspaces: ListedWorkspace[] }): Command[] {
  const navigate = useNavigate()
  return [
    { name: 'Upload file', run: () => requestUpload() },
    {
      name: 'Send files',
      run: () => {
        void navigate(paths.transfers)
        requestFilesToSend()
      },
    },
    ...newTasks(given.workspaces, (id) => {
      void navigate(paths.workspaceTasks(id))
      requestNewTask(id)
    }),
    ...given.reviews
      .filter(({ can }) => can.share)
      .map(
        (review): Command => ({
          name: `Share ${review.name}`,
          run: () => requestShare(review),
          isFound: true,
        }),
      ),
  ]
}

/** In the only workspace, or the last one used here; the others are found by name. */
function newTasks(all: readonly ListedWorkspace[], begin: (workspace: string) => void): Command[] {
  const own = all.filter(({ can }) => can.editTasks)
  const [only] = own
  if (only && own.length === 1) return [{ name: 'New task', run: () => begin(only._id) }]
  const last = lastTaskWorkspace()
  const commands = own.map(
    ({ _id, name }): Command => ({
      ...{ name: `New task in ${isolated(name)}`, run: () => begin(_id) },
      ...(_id !== last && { isFound: true }),
    }),
  )
  const isAsking = own.length > 1 && !own.some(({ _id }) => _id === last)
  return isAsking ? [{ name: 'New task…', asks: 'New task in ' }, ...commands] : commands
}
