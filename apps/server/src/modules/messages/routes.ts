import * as contract from '@wingmark/contract/messages'
import type { Mounting } from '#server/http/mount'
import * as service from '#server/modules/messages/service'

export function mountMessages({ mount, deps }: Mounting): void {
  mount(contract.sendMessage, async ({ actor, body, idempotencyKey }) => ({
    result: await service.sendMessage(deps, actor, body, idempotencyKey),
  }))
  mount(contract.listConversations, ({ actor, query }) => service.listConversations(deps, actor, query))
  mount(contract.getConversation, ({ actor, params, query }) =>
    service.getConversation(deps, actor, params.id, query),
  )
  mount(contract.getConversationWith, async ({ actor, params }) => ({
    result: await service.getConversationWith(deps, actor, params.id),
  }))
  mount(contract.answerRequest, async ({ actor, params, body }) => ({
    result: await service.answerRequest(deps, actor, params.id, body),
  }))
  mount(contract.readConversation, async ({ actor, params, body }) => ({
    result: await service.readConversation(deps, actor, params.conversationId, body.upTo),
  }))
  mount(contract.editMessage, async ({ actor, params, body }) => ({
    result: await service.editMessage(deps, actor, params.id, body.message),
  }))
  mount(contract.deleteMessage, async ({ actor, params }) => ({
    result: await service.deleteMessage(deps, actor, params.id),
  }))
}
