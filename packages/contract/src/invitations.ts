import { z } from 'zod'
import { Email } from './addresses.ts'
import { Id, IdParams, Time } from './ids.ts'
import { one, oneOf } from './paging.ts'
import { plainAddressClosed } from './reviews.ts'
import { route } from './route.ts'

export const InvitedRole = oneOf(['EDITOR', 'COMMENTER', 'VIEWER'])
export type InvitedRole = z.infer<typeof InvitedRole>

/** A pending invitation, as the owner or its sender sees it. */
export const Invitation = z.object({
  _id: Id,
  /** Null for someone who was invited by name: nobody else may see their address. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: InvitedRole,
  invitedBy: z.object({ name: z.string() }),
  /** EXPIRED ones can be sent again. */
  state: z.enum(['PENDING', 'EXPIRED']),
  sentAt: Time,
  expiresAt: Time,
  can: z.object({ resend: z.boolean(), revoke: z.boolean() }),
})
export type Invitation = z.infer<typeof Invitation>

const noAddress = 'Enter at least one email address.'

const addressed = {
  email: Email.optional(),
  emails: z.array(Email, { error: noAddress }).max(10_000, { error: noAddress }).optional(),
  role: InvitedRole,
}
type Addressed = { email?: string | undefined; emails?: string[] | undefined }
const hasAddress = ({ email, emails }: Addressed) => email !== undefined || (emails?.length ?? 0) > 0
const unaddressed = { error: noAddress, path: ['email'] }

export const SendInvitationBody = z.object(addressed).refine(hasAddress, unaddressed)
export type SendInvitationBody = z.output<typeof SendInvitationBody>

/** Or one person by name: someone the caller works with is invited; someone who asked for access is let in. */
export const SendReviewInvitationBody = z
  .object({ ...addressed, person: Id.optional() })
  .refine((body) => body.person !== undefined || hasAddress(body), unaddressed)
export type SendReviewInvitationBody = z.output<typeof SendReviewInvitationBody>

export const unknownPerson = 'Only people you work with, or who have requested access, are added by name.'

export const alreadyMember = 'This person is already a member.'

export const SentInvitations = z.object({
  invitations: z.array(Invitation),
  /** Addresses of people who are members already; nothing was sent to them. */
  members: z.array(z.string()),
})

/** Someone who had asked for access, and is let in by this call. */
const LetIn = z.object({ _id: Id, name: z.string() })

/** The same address again renews its invitation; within a minute of the last mail no second one is sent. */
export const sendInvitation = route({
  method: 'PATCH',
  path: '/review/api/v1/sent-invitation/:id',
  access: 'user',
  log: 'RIGHTS',
  summary:
    'Invite people by email, for 14 days; editors can invite commenters and viewers. `person`: someone you work with, or who asked for access and is let in at once',
  params: IdParams,
  body: SendReviewInvitationBody,
  reply: one(SentInvitations.extend({ letIn: LetIn.optional() })),
})

export const revokeInvitation = route({
  method: 'DELETE',
  path: '/review/api/v1/sent-invitation/:id/:invitationId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Revoke an invitation; for the owner and the person who sent it',
  params: IdParams.extend({ invitationId: Id }),
  reply: one(z.object({ _id: Id, ...plainAddressClosed })),
})

export const InvitationToken = z.string({ error: 'Required' }).max(200)
export const InvitationResponse = oneOf(['ACCEPT', 'DECLINE'])

/** What an invitation says, whatever it invites to. */
export const aboutInvitation = {
  invitedBy: z.object({ name: z.string() }),
  role: InvitedRole,
  /** The address that it was sent to, which the account must have. */
  email: z.string(),
  /** Whether an account has that address: sign in, or register. */
  hasAccount: z.boolean(),
  /** Whether the caller is signed in with that address. */
  isForCaller: z.boolean(),
  expiresAt: Time,
  /** The review or workspace that the caller has joined by it already; such an invitation needs no answer. */
  joined: Id.nullable(),
}

/** By the mail's token; or by its subject, for a signed-in user with that verified address. */
export const isAskedOnce = (asked: {
  token?: string | undefined
  review?: string | undefined
  workspace?: string | undefined
}) => (asked.token === undefined) !== ((asked.review ?? asked.workspace) === undefined)
export const unasked = { error: 'Required', path: ['token'] }

const asked = { token: InvitationToken.optional(), review: Id.optional() }

export const getInvitation = route({
  method: 'PATCH',
  path: '/review/api/v1/get-invitation-detail',
  access: 'anyone',
  summary: 'What a person needs to decide on an invitation; consumes nothing',
  body: z.object(asked).refine(isAskedOnce, unasked),
  reply: one(z.object({ review: z.object({ name: z.string(), fileCount: z.int() }), ...aboutInvitation })),
})

export const respondInvitation = route({
  method: 'PATCH',
  path: '/review/api/v1/respond-invitation',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Accept or decline, signed in with the invited address; accepting again answers the same',
  body: z.object({ ...asked, response: InvitationResponse }).refine(isAskedOnce, unasked),
  reply: one(z.object({ response: z.enum(['ACCEPT', 'DECLINE']), review: Id.nullable() })),
})
