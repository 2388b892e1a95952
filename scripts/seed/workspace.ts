import { listReviewComments } from '@wingmark/contract/comments'
import type { Review } from '@wingmark/contract/reviews'
import { createTask } from '@wingmark/contract/tasks'
import { writeOnWorkspace } from '@wingmark/contract/timelines'
import { createWorkspace, listWorkspaces, type TaskStatus } from '@wingmark/contract/workspaces'
import type { Studio } from './publish.ts'

const name = 'Harbour festival'
const tasks: readonly [title: string, status: TaskStatus, dueInDays?: number][] = [
  ['Collect the wishes of the three stages', 'DONE'],
  ['Choose the two colours of the posters', 'DONE'],
  ['Draw the map of the quays', 'IN_REVIEW', 1],
  ['Set the programme for print', 'IN_REVIEW', 2],
  ['Larger logo on the main poster', 'IN_PROGRESS', 0],
  ['Captions of the photo wall', 'IN_PROGRESS', 4],
  ['Wristbands in four colours', 'IN_PROGRESS', 9],
  ['Order the proofs', 'TODO', 5],
  ['Signs to the ferries', 'TODO', 7],
  ['Alternative texts for the website', 'TODO', 12],
  ['Contrast of the night version', 'TODO'],
  ['Moving banner for the tram', 'CANCELLED'],
]
const subtasks = ['Ask for the vector file', 'Try it at A1', 'Check it in one colour']

/** Of each review, so many open comments become tasks. */
const commentsOfEach = 2

/** A workspace with a dozen tasks and some made of comments, unless it is there; its id. */
export async function fillWorkspace(
  { call, owner }: Studio,
  reviews: readonly Review[],
): Promise<{ workspace: string; isNew: boolean }> {
  const all = await call(listWorkspaces, { as: owner, query: { limit: '100' } })
  const there = all.results.find((one) => one.name === name)
  if (there) return { workspace: there._id, isNew: false }
  const description = 'Posters, map and signs for a made-up festival.'
  const { result } = await call(createWorkspace, { as: owner, body: { name, description } })
  const workspace = result._id
  for (const [title, status, days] of tasks) {
    const dueOn = days === undefined ? null : dayFromNow(days)
    const assignee = days === undefined ? null : result.owner._id
    const body = { workspace, title, status, dueOn, assignee }
    const made = await call(createTask, { as: owner, body })
    if (!title.startsWith('Larger logo')) continue
    for (const subtask of subtasks)
      await call(createTask, { as: owner, body: { workspace, title: subtask, parent: made.result._id } })
  }
  for (const review of reviews) {
    const query = { status: 'OPEN', limit: String(commentsOfEach) } as const
    const open = await call(listReviewComments, { as: owner, params: { id: review._id }, query })
    for (const { _id: comment } of open.results)
      await call(createTask, { as: owner, body: { workspace, comment, assignee: result.owner._id } })
  }
  const message = 'The printer needs everything a week before the opening.'
  await call(writeOnWorkspace, { as: owner, body: { workspace, message } })
  return { workspace, isNew: true }
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
