import { list } from './paging.ts'
import { route } from './route.ts'
import { SharedWork } from './shared-work.ts'

export const listSharedWork = route({
  method: 'GET',
  path: '/user/api/v1/shared-work',
  access: 'user',
  summary:
    "The caller's workspaces and reviews with other members; each needs a choice when the account is deleted",
  reply: list(SharedWork),
})
