import * as contract from '@wingmark/contract/tasks'
import type { Mounting } from '#server/http/mount'
import { connectTask, disconnectTask, listTaskLinks } from '#server/modules/workspaces/links/service'
import { listTasks } from '#server/modules/workspaces/task-lists/service'
import * as service from '#server/modules/workspaces/tasks/service'

export function mountTasks({ mount, deps }: Mounting): void {
  mount(contract.createTask, async ({ actor, share, body, idempotencyKey }) => ({
    result: await service.createTask(deps, { actor, share }, body, idempotencyKey),
  }))
  mount(contract.getTask, ({ actor, params }) => service.getTask(deps, actor, params.id))
  mount(contract.updateTask, async ({ actor, params, body }) => ({
    result: await service.updateTask(deps, actor, params.id, body),
  }))
  mount(contract.changeTaskStatus, async ({ actor, params, body }) => ({
    result: await service.changeStatus(deps, actor, params.id, body),
  }))
  mount(contract.deleteTask, async ({ actor, params }) => {
    await service.deleteTask(deps, actor, params.id)
    return { result: { _id: params.id } }
  })
  mount(contract.restoreTask, async ({ actor, params }) => ({
    result: await service.restoreTask(deps, actor, params.id),
  }))
  mount(contract.listTasks, ({ actor, params, query }) => listTasks(deps, actor, params.id, query))
  mount(contract.connectTask, async ({ actor, share, params }) => ({
    result: await connectTask(deps, { actor, share }, params.id),
  }))
  mount(contract.disconnectTask, async ({ actor, share, params, body }) => ({
    result: await disconnectTask(deps, { actor, share }, params.id, body.commentStatus),
  }))
  mount(contract.askForTaskReview, async ({ actor, params }) => ({
    result: await service.askForReview(deps, actor, params.id),
  }))
  mount(contract.listTaskLinks, ({ actor, share, params, query }) =>
    listTaskLinks(deps, { actor, share }, { file: params.id }, query),
  )
  mount(contract.listReviewTaskLinks, ({ actor, share, params, query }) =>
    listTaskLinks(deps, { actor, share }, { review: params.id }, query),
  )
  mount(contract.listSubtasks, ({ actor, params, query }) =>
    service.listSubtasks(deps, actor, params, query.cursor),
  )
}
