import { z } from 'zod'
import { Email } from './addresses.ts'
import { Id, IdParams, Time } from './ids.ts'
import { experienceMax, workFieldMax } from './limits.ts'
import { Done, one } from './paging.ts'
import { route } from './route.ts'
import { Skills } from './skills.ts'
import { line } from './text.ts'
import { Username } from './users.ts'

const required = (name: string, max = workFieldMax) =>
  line({ min: 2, max, required: `${name} is required`, tooLong: `At most ${max} characters.` })

/** What the profile itself contains; name, email and username are those of the account. */
const fields = {
  location: required('Location'),
  designation: required('Designation'),
  company: required('Company'),
  experience: required('Experience', experienceMax),
  skills: Skills,
}

const choices = {
  /** Whether people who are not connected may send messages, as requests. */
  isOpenToMessages: z.boolean().optional(),
  /** Whether accepted connections see the address. */
  showsEmail: z.boolean().optional(),
  /** Whether the page opens without signing in, and search engines may list it. */
  isPublic: z.boolean().optional(),
  isIndexed: z.boolean().optional(),
}

/** `name` and `email` are checked and otherwise left: they are read-only in the form. */
export const ConnectionProfileBody = z.object({
  name: required('Name'),
  email: Email,
  username: Username,
  ...fields,
  ...choices,
})

export const OwnConnectionProfile = z.object({
  /** The user's. */
  _id: Id,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  avatar: z.string().nullable(),
  location: z.string(),
  designation: z.string(),
  company: z.string(),
  experience: z.string(),
  skills: z.array(z.string()),
  isOpenToMessages: z.boolean(),
  showsEmail: z.boolean(),
  isPublic: z.boolean(),
  isIndexed: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type OwnConnectionProfile = z.infer<typeof OwnConnectionProfile>

export const createConnectionProfile = route({
  method: 'POST',
  path: '/connection/api/v1/profile',
  access: 'user',
  status: 201,
  summary: 'Build the connection profile, which upgrades Free to Pilot',
  body: ConnectionProfileBody,
  reply: one(OwnConnectionProfile),
})

export const updateConnectionProfile = route({
  method: 'PATCH',
  path: '/connection/api/v1/profile/:id',
  access: 'user',
  summary: 'Change the given fields of your connection profile',
  params: IdParams,
  body: ConnectionProfileBody.partial(),
  reply: one(OwnConnectionProfile),
})

export const deleteConnectionProfile = route({
  method: 'DELETE',
  path: '/connection/api/v1/profile/:id',
  access: 'user',
  summary: 'Delete the connection profile, and Pilot with it; nothing else is deleted',
  params: IdParams,
  reply: Done,
})

export const getOwnConnectionProfile = route({
  method: 'GET',
  path: '/connection/api/v1/profile/user',
  access: 'user',
  summary: 'Your connection profile; 404 if there is none yet',
  errors: ['NOT_FOUND'],
  reply: one(OwnConnectionProfile),
})

export const checkUsername = route({
  method: 'GET',
  path: '/connection/api/v1/username/:name',
  access: 'user',
  summary: 'Whether this username is available to the caller',
  params: z.object({ name: z.string().max(200) }),
  reply: one(
    z.object({
      username: z.string(),
      isFree: z.boolean(),
      /** Why not. */
      message: z.string().nullable(),
    }),
  ),
})

export const profileCreated = 'Connection profile created successfully'
export const profileNotCreated = 'Failed to create connection profile'
