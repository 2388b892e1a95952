import * as contract from '@wingmark/contract/timelines'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/workspaces/timeline/service'

export function mountTimeline({ mount, deps }: Mounting): void {
  mount(contract.listWorkspaceTimeline, ({ actor, params, query }) =>
    service.listTimeline(deps, actor, { workspace: params.id }, query),
  )
  mount(contract.listTaskTimeline, ({ actor, params, query }) =>
    service.listTimeline(deps, actor, { task: params.id }, query),
  )
  mount(contract.writeOnWorkspace, async ({ actor, body, idempotencyKey }) => ({
    result: await service.write(deps, actor, { workspace: body.workspace }, body, idempotencyKey),
  }))
  mount(contract.writeOnTask, async ({ actor, body, idempotencyKey }) => ({
    result: await service.write(deps, actor, { task: body.task }, body, idempotencyKey),
  }))
  mount(contract.editTimelineMessage, async ({ actor, params, body }) => ({
    result: await service.editMessage(deps, actor, params.id, body),
  }))
  mount(contract.listWorkspaceMentionable, async ({ actor, params, query }) => ({
    results: await service.listMentionable(deps, actor, params.id, query.word ?? ''),
  }))
  mount(contract.deleteTimelineMessage, async ({ actor, params }) => {
    await service.removeMessage(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
}
