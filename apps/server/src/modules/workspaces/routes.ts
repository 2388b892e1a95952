import * as contract from '@wingmark/contract/workspaces'
import type { Mounting } from '#server/http/mount'
import { mountLabels } from '#server/modules/workspaces/labels/routes'
import { mountNotes } from '#server/modules/workspaces/notes/routes'
import { mountPeople } from '#server/modules/workspaces/people/routes'
import { linkReview, unlinkReview } from '#server/modules/workspaces/reviews/service'
import * as service from '#server/modules/workspaces/service'
import { mountTasks } from '#server/modules/workspaces/tasks/routes'
import { mountTimeline } from '#server/modules/workspaces/timeline/routes'

export function mountWorkspaces(given: Mounting): void {
  const { mount, deps } = given
  // In the specification, these two lack the usual prefix.
  for (const route of [
    contract.createWorkspace,
    { ...contract.createWorkspace, path: '/workspace', isAlias: true } as const,
  ])
    mount(route, async ({ actor, body, idempotencyKey }) => ({
      result: await service.createWorkspace(deps, actor, body, idempotencyKey),
    }))
  for (const route of [
    contract.editWorkspace,
    { ...contract.editWorkspace, path: '/workspace/:id', isAlias: true } as const,
  ])
    mount(route, async ({ actor, params, body }) => ({
      result: await service.editWorkspace(deps, actor, params.id, body),
    }))
  mount(contract.listWorkspaces, ({ actor, query }) => service.listWorkspaces(deps, actor, query))
  mount(contract.getWorkspace, async ({ actor, params }) => ({
    result: await service.openWorkspace(deps, actor, params.id),
  }))
  mount(contract.lookAtWorkspace, async ({ actor, params }) => {
    await service.look(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.linkReview, async ({ actor, params, body }) => {
    await linkReview(deps, actor, params.id, body.review)
    return { result: await service.openWorkspace(deps, actor, params.id) }
  })
  mount(contract.unlinkReview, async ({ actor, params }) => {
    await unlinkReview(deps, actor, params.id, params.reviewId)
    return { result: await service.openWorkspace(deps, actor, params.id) }
  })
  mount(contract.deleteWorkspace, async ({ actor, params }) => {
    await service.deleteWorkspace(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.restoreWorkspace, async ({ actor, params }) => ({
    result: await service.restoreWorkspace(deps, actor, params.id),
  }))
  mountPeople(given)
  mountTasks(given)
  mountLabels(given)
  mountTimeline(given)
  mountNotes(given)
}
