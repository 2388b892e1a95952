import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { sendInvitation } from '@wingmark/contract/invitations'
import { isolated } from '@wingmark/contract/names'
import { askForTaskReview, type Task } from '@wingmark/contract/tasks'
import { reviewKeys } from '#web/features/reviews/queries'
import { call } from '#web/lib/api'
import { toastForError } from '#web/lib/error-toast'
import { toastSuccess } from '#web/lib/toast'

const tasks = ['tasks'] as const
const taskOf = (id: string) => ['task', id] as const

/** An assignee who cannot open the task's review. */
export type Outsider = { person: string; name: string; review: string; words: string; mayAdd: boolean }

/** Null if they can, or if the reader must not know. */
export function outsiderOf({ assignee, source }: Task): Outsider | null {
  if (!assignee || !source || 'hidden' in source) return null
  const { assigneeStanding: standing, review, reviewName } = source
  if (!standing || standing === 'IN') return null
  const is = standing === 'INVITED' ? 'is invited to' : 'can’t open'
  return {
    person: assignee._id,
    name: assignee.name,
    review,
    words: `${isolated(assignee.name)} ${is} the review “${isolated(reviewName)}”.`,
    mayAdd: standing === 'TO_INVITE',
  }
}

async function add(client: QueryClient, { person, name, review }: Outsider): Promise<void> {
  const body = { person, role: 'COMMENTER' } as const
  const { letIn } = (await call(sendInvitation, { params: { id: review }, body })).result
  for (const queryKey of [['task'], tasks, reviewKeys.page(review)])
    void client.invalidateQueries({ queryKey })
  toastSuccess(letIn ? `${isolated(name)} can open the review now.` : `Invitation sent to ${isolated(name)}`)
}

/** Grants them access to comment. */
export function useAddOutsider() {
  const client = useQueryClient()
  return useMutation({ mutationFn: (outsider: Outsider) => add(client, outsider) })
}

/** For the toast of a task with an assignee: an extra sentence, and an offer. */
export function aboutAssignee(client: QueryClient, task: Task) {
  const outsider = outsiderOf(task)
  if (!outsider) return null
  const run = () => void add(client, outsider).catch((error: unknown) => toastForError(error))
  return { words: outsider.words, also: outsider.mayAdd ? { name: 'Add as Commenter', run } : undefined }
}

/** Asks for access to the review that the user's task was created in. */
export function useAskForReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => (await call(askForTaskReview, { params: { id } })).result,
    onSuccess: (task) => {
      client.setQueryData(taskOf(task._id), task)
      void client.invalidateQueries({ queryKey: tasks })
    },
    onError: (_error, id) => void client.invalidateQueries({ queryKey: taskOf(id) }),
  })
}
