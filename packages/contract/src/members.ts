import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { Invitation, InvitedRole } from './invitations.ts'
import { one } from './paging.ts'
import { MemberRole, plainAddressClosed, ShareCode } from './reviews.ts'
import { route } from './route.ts'
import { TypedAccessKey } from './secrets.ts'

export const Member = z.object({
  /** The user's id. */
  _id: Id,
  name: z.string(),
  username: z.string(),
  avatar: z.string().nullable(),
  /** Only for the review's owner and the member's inviter. */
  email: z.string().optional(),
  role: MemberRole,
  joinedAt: Time,
  isSelf: z.boolean(),
  /** `handOver`: make this member the owner; `message`: write to them. */
  can: z.object({
    changeRole: z.boolean(),
    remove: z.boolean(),
    handOver: z.boolean(),
    message: z.boolean(),
  }),
})
export type Member = z.infer<typeof Member>

/** Someone who asks for access to a review. */
export const AccessRequest = z.object({
  /** The user's id. */
  _id: Id,
  name: z.string(),
  avatar: z.string().nullable(),
  askedAt: Time,
})
export type AccessRequest = z.infer<typeof AccessRequest>

export const MemberList = z.object({
  /** The owner first. */
  members: z.array(Member),
  /** Pending: all of them for the owner, their own for editors. */
  invitations: z.array(Invitation),
  /** Of a review, for its owner: recent requests for access, newest first. */
  requests: z.array(AccessRequest).optional(),
  can: z.object({
    /** Roles that the caller may invite to. */
    invite: z.array(InvitedRole),
    leave: z.boolean(),
  }),
})
export type MemberList = z.infer<typeof MemberList>

const MemberParams = IdParams.extend({ memberId: Id })

export const needsOwner = 'A review needs at least one owner.'

export const listMembers = route({
  method: 'GET',
  path: '/review/api/v1/members/:id',
  access: 'user',
  summary: 'Members of a review and pending invitations; for members only',
  params: IdParams,
  reply: one(MemberList),
})

export const changeMemberRole = route({
  method: 'PATCH',
  path: '/review/api/v1/change-member-role/:id/:memberId',
  access: 'user',
  log: 'RIGHTS',
  summary:
    'Change a member’s role; OWNER transfers ownership of the review, and the former owner becomes an editor',
  params: MemberParams,
  body: z.object({ role: MemberRole }),
  reply: one(MemberList.extend(plainAddressClosed)),
})

export const removeMember = route({
  method: 'DELETE',
  path: '/review/api/v1/members/:id/:memberId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Remove a member, or leave',
  params: MemberParams,
  reply: one(z.object({ _id: Id, ...plainAddressClosed })),
})

export const joinReview = route({
  method: 'PATCH',
  path: '/review/api/v1/join-review',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Join with a share link, in the role it gives; members keep theirs',
  body: z.object({
    /** Or the `shareToken` of a link that was opened with its access key, which is then not needed. */
    shareCode: ShareCode,
    accessKey: TypedAccessKey.nullish(),
  }),
  reply: one(z.object({ _id: Id, role: MemberRole })),
})
