import { z } from 'zod'
import { Id, IdParams } from './ids.ts'
import {
  aboutInvitation,
  InvitationResponse,
  InvitationToken,
  isAskedOnce,
  SendInvitationBody,
  SentInvitations,
  unasked,
} from './invitations.ts'
import { MemberList } from './members.ts'
import { one } from './paging.ts'
import { MemberRole } from './reviews.ts'
import { route } from './route.ts'

// The same as `members` and `invitations` of reviews.

const MemberParams = IdParams.extend({ memberId: Id })

export const listWorkspaceMembers = route({
  method: 'GET',
  path: '/workspace/api/v1/members/:id',
  access: 'user',
  summary: 'Members of a workspace and pending invitations; for members only',
  params: IdParams,
  reply: one(MemberList),
})

export const changeWorkspaceRole = route({
  method: 'PATCH',
  path: '/workspace/api/v1/change-member-role/:id/:memberId',
  access: 'user',
  log: 'RIGHTS',
  summary:
    'Change a member’s role; OWNER transfers ownership of the workspace, and the former owner becomes an editor',
  params: MemberParams,
  body: z.object({ role: MemberRole }),
  reply: one(MemberList),
})

export const removeWorkspaceMember = route({
  method: 'DELETE',
  path: '/workspace/api/v1/members/:id/:memberId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Remove a member, or leave',
  params: MemberParams,
  reply: one(z.object({ _id: Id })),
})

export const sendWorkspaceInvitation = route({
  method: 'PATCH',
  path: '/workspace/api/v1/sent-invitation/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Invite people by email, for 14 days; editors can invite commenters and viewers',
  params: IdParams,
  body: SendInvitationBody,
  reply: one(SentInvitations),
})

export const revokeWorkspaceInvitation = route({
  method: 'DELETE',
  path: '/workspace/api/v1/sent-invitation/:id/:invitationId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Revoke an invitation; for the owner and the person who sent it',
  params: IdParams.extend({ invitationId: Id }),
  reply: one(z.object({ _id: Id })),
})

const asked = { token: InvitationToken.optional(), workspace: Id.optional() }

export const getWorkspaceInvitation = route({
  method: 'PATCH',
  path: '/workspace/api/v1/get-invitation-detail',
  access: 'anyone',
  summary: 'What a person needs to decide on an invitation; consumes nothing',
  body: z.object(asked).refine(isAskedOnce, unasked),
  reply: one(
    z.object({ workspace: z.object({ name: z.string(), memberCount: z.int() }), ...aboutInvitation }),
  ),
})

export const respondWorkspaceInvitation = route({
  method: 'PATCH',
  path: '/workspace/api/v1/respond-invitation',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Accept or decline, signed in with the invited address; used once',
  body: z.object({ ...asked, response: InvitationResponse }).refine(isAskedOnce, unasked),
  reply: one(z.object({ response: z.enum(['ACCEPT', 'DECLINE']), workspace: Id.nullable() })),
})
