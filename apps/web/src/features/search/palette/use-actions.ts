import type { Review } from '@wingmark/contract/reviews'
import type { ListedWorkspace } from '@wingmark/contract/workspaces'
import { useNavigate } from 'react-router'
import type { Command } from '#web/lib/palette'
import { paths } from '#web/lib/paths'
import { requestShare } from '#web/lib/share-request'
import { requestUpload } from '#web/lib/upload-request'

/** What can be done from every page. */
export function useActions(given: { reviews: Review[]; workspaces: ListedWorkspace[] }): Command[] {
  const navigate = useNavigate()
  const isOnly = given.workspaces.length === 1
  return [
    { name: 'Upload file', run: () => requestUpload() },
    { name: 'Send files', run: () => void navigate(paths.transfers) },
    ...given.workspaces.map(({ _id, name }) => ({
      name: isOnly ? 'New task' : `New task in ${name}`,
      run: () => void navigate(paths.workspaceTasks(_id)),
    })),
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
