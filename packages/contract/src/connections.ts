import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { connectionNoteMax, connectionsPageSize, reportNoteMax } from './limits.ts'
import { Done, one, oneOf, page, pageQuery, searchWord, sortOrder } from './paging.ts'
import { route } from './route.ts'
import { paragraph } from './text.ts'

/** A person in a list; profile fields are null where there is no profile any more. */
export const PersonCard = z.object({
  _id: Id,
  name: z.string(),
  username: z.string(),
  avatar: z.string().nullable(),
  designation: z.string().nullable(),
  company: z.string().nullable(),
  location: z.string().nullable(),
  skills: z.array(z.string()),
})
export type PersonCard = z.infer<typeof PersonCard>

export const ConnectionStatus = oneOf(['PENDING', 'ACCEPTED', 'DECLINED'])
export type ConnectionStatus = z.infer<typeof ConnectionStatus>

/** The relation between the caller and another person. */
export const Connection = z.object({
  _id: Id,
  status: ConnectionStatus,
  direction: z.enum(['INCOMING', 'OUTGOING']),
  note: z.string().nullable(),
  createdAt: Time,
  answeredAt: Time.nullable(),
  person: PersonCard,
  can: z.object({ answer: z.boolean(), withdraw: z.boolean(), remove: z.boolean() }),
})
export type Connection = z.infer<typeof Connection>

/** On the person's own stream: the relation between them and `user` changed. */
export const ConnectionUpdated = z.object({
  user: Id,
  status: z.enum(['NONE', 'PENDING', 'ACCEPTED']),
})

const tooLong = `At most ${connectionNoteMax} characters.`

export const askToConnect = route({
  method: 'POST',
  path: '/connection/api/v1/user/:id',
  access: 'user',
  status: 201,
  summary: 'Ask someone to connect; if they have already asked the caller, both are connected',
  params: IdParams,
  body: z.object({ note: paragraph({ max: connectionNoteMax, tooLong }).optional() }),
  reply: one(Connection),
})

export const listConnections = route({
  method: 'GET',
  path: '/connection/api/v1/user',
  access: 'user',
  summary: 'Connections and requests of the caller; DECLINED lists those the caller declined',
  query: pageQuery(connectionsPageSize).extend({
    search: searchWord(),
    sort: sortOrder(['-createdAt', 'createdAt', 'name']),
    status: ConnectionStatus.optional(),
    direction: oneOf(['INCOMING', 'OUTGOING']).optional(),
  }),
  reply: page(Connection),
})

export const answerConnection = route({
  method: 'PATCH',
  path: '/connection/api/v1/respond/:id',
  access: 'user',
  summary: 'Accept or decline a request',
  params: IdParams,
  body: z.object({ response: oneOf(['ACCEPT', 'DECLINE']) }),
  reply: one(Connection),
})

export const endConnection = route({
  method: 'DELETE',
  path: '/connection/api/v1/:id',
  access: 'user',
  summary: 'Withdraw a request, or remove a connection',
  params: IdParams,
  reply: Done,
})

const UserParams = z.object({ userId: Id })

export const blockPerson = route({
  method: 'POST',
  path: '/connection/api/v1/block/:userId',
  access: 'user',
  log: 'RIGHTS',
  status: 201,
  summary: 'Block someone: neither can find the other any more',
  params: UserParams,
  reply: Done,
})

export const unblockPerson = route({
  method: 'DELETE',
  path: '/connection/api/v1/block/:userId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Unblock someone; the earlier connection is not restored',
  params: UserParams,
  reply: Done,
})

export const listBlocked = route({
  method: 'GET',
  path: '/connection/api/v1/blocked',
  access: 'user',
  summary: 'People the caller has blocked, newest first',
  query: pageQuery(connectionsPageSize),
  reply: page(
    PersonCard.pick({ _id: true, name: true, avatar: true }).extend({
      /** Null where the caller could not find them by it: no profile, hidden, or blocking the caller. */
      username: z.string().nullable(),
    }),
  ),
})

export const reportReasons = ['SPAM', 'HARASSMENT', 'IMPERSONATION', 'STOLEN_WORK', 'OTHER'] as const

export const reportPerson = route({
  method: 'POST',
  path: '/connection/api/v1/report',
  access: 'user',
  status: 201,
  summary: 'Report someone to the person who runs the server; a copy of what is reported is kept',
  body: z.object({
    user: Id,
    message: Id.optional(),
    reason: oneOf(reportReasons),
    note: paragraph({ max: reportNoteMax, tooLong: `At most ${reportNoteMax} characters.` }).optional(),
  }),
  reply: Done,
})

export const profileNeeded = 'Build your Connection Profile to connect.'
export const notYourself = 'You can’t connect to yourself.'
export const alreadyConnected = 'You’re already connected.'
export const alreadyAsked = 'You’ve already sent a request.'
