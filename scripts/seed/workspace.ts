import { listReviewComments } from '@wingmark/contract/comments'
import { createLabel } from '@wingmark/contract/labels'
import type { Review } from '@wingmark/contract/reviews'
import { createTask, listTasks, updateTask } from '@wingmark/contract/tasks'
import { writeOnWorkspace } from '@wingmark/contract/timelines'
import * as members from '@wingmark/contract/workspace-people'
import { createWorkspace, listWorkspaces } from '@wingmark/contract/workspaces'
import { findInvitation } from './mail.ts'
import { profileOf, type Session } from './session.ts'
import { studio } from './studio.ts'

/** A workspace with a dozen tasks and some made of comments, unless it is there; its id. */
export async function fillWorkspace({ call, owner: as }: Session, reviews: Review[]) {
  const { name, description, message, tasks, tasksOfEachReview } = studio.workspace
  const all = await call(listWorkspaces, { as, query: { limit: '100' } })
  const there = all.results.find((one) => one.name === name)
  if (there) return { workspace: there._id, isNew: false }
  const { result } = await call(createWorkspace, { as, body: { name, description } })
  const { _id: workspace, owner } = result
  const ids = new Map<string, string>()
  for (const body of studio.workspace.labels) {
    const made = await call(createLabel, { as, params: { id: workspace }, body })
    ids.set(body.name, made.result._id)
  }
  for (const { title, status, dueInDays: days, subtasks, priority = 'NONE', ...task } of tasks) {
    const labels = task.labels.flatMap((label) => ids.get(label) ?? [])
    const terms = days === undefined ? {} : { dueOn: dayFromNow(days), assignee: owner._id }
    const made = await call(createTask, {
      as,
      body: { workspace, title, status, priority, labels, ...terms },
    })
    for (const subtask of subtasks)
      await call(createTask, { as, body: { workspace, title: subtask, parent: made.result._id } })
  }
  for (const review of reviews) {
    const query = { status: 'OPEN', limit: String(tasksOfEachReview) } as const
    const open = await call(listReviewComments, { as, params: { id: review._id }, query })
    for (const { _id: comment } of open.results)
      await call(createTask, { as, body: { workspace, comment, assignee: owner._id } })
  }
  await call(writeOnWorkspace, { as, body: { workspace, message } })
  return { workspace, isNew: true }
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Colleagues in a workspace, with tasks of their own; where the mails are not on this machine they stay invited. */
export async function bringColleagues(session: Session, workspace: string): Promise<number> {
  const { call, owner, tokenOf } = session
  const params = { id: workspace }
  const there = (await call(members.listWorkspaceMembers, { as: owner, params })).result
  let brought = 0
  for (const { person, role } of studio.workspace.colleagues) {
    const { email = '' } = person
    if ([...there.members, ...there.invitations].some((one) => one.email === email)) continue
    await call(members.sendWorkspaceInvitation, { as: owner, params, body: { email, role } })
    const token = await findInvitation(email)
    if (token === null) continue
    const body = { token, response: 'ACCEPT' } as const
    await call(members.respondWorkspaceInvitation, { as: await tokenOf(person), body })
    const assignee = (await profileOf(session, person)).user._id
    const query = { parent: 'none', limit: '100' } as const
    const tasks = await call(listTasks, { as: owner, params, query })
    // Every third is this colleague's.
    for (const { _id: id } of tasks.results.filter(({ number }) => number % 3 === brought))
      await call(updateTask, { as: owner, params: { id }, body: { assignee } })
    brought += 1
  }
  return brought
}
