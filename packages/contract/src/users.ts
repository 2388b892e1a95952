import { z } from 'zod'
import { Id, Time } from './ids.ts'
import { guestNameMax, passwordMax, passwordMin } from './limits.ts'
import { one } from './paging.ts'
import { Plan } from './plans.ts'
import { route } from './route.ts'
import { line } from './text.ts'

export const Email = z
  .string({ error: 'Invalid email address' })
  .max(254, { error: 'Invalid email address' })
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email({ error: 'Invalid email address' }))

export const Password = z
  .string({ error: `Password must be at least ${passwordMin} characters` })
  .min(passwordMin, { error: `Password must be at least ${passwordMin} characters` })
  .max(passwordMax, { error: `Password must be at most ${passwordMax} characters` })

export const PersonName = line({
  min: 2,
  max: 100,
  required: 'First name is required',
  tooLong: 'A name can have at most 100 characters.',
})

export const User = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  avatar: z.string().nullable(),
  plan: Plan,
  createdAt: Time,
})
export type User = z.infer<typeof User>

const claim = { claimGuestToken: z.string().max(200).optional() }
const Session = one(z.object({ accessToken: z.string(), user: User }))

export const LoginBody = z.object({ email: Email, password: Password, ...claim })

export const login = route({
  method: 'PATCH',
  path: '/user/api/v1/login',
  access: 'anyone',
  summary: 'Sign in with a password',
  body: LoginBody,
  reply: Session,
})

const passwordsMatch = (body: { password: string; confirmPassword?: string | undefined }) =>
  body.confirmPassword === undefined || body.password === body.confirmPassword

/** `confirmPassword` may be left out by clients without a form; where it is sent it must be equal. */
export const RegisterBody = z
  .object({
    name: PersonName,
    email: Email,
    password: Password,
    confirmPassword: Password.optional(),
    ...claim,
  })
  .refine(passwordsMatch, { error: "Passwords don't match", path: ['confirmPassword'] })

export const register = route({
  method: 'POST',
  path: '/user/api/v1/register',
  access: 'anyone',
  summary: 'Create an account',
  status: 201,
  body: RegisterBody,
  reply: Session,
})

export const getProfile = route({
  method: 'GET',
  path: '/user/api/v1/profile',
  access: 'user',
  summary: 'The signed-in user',
  reply: one(z.object({ user: User, connectionProfile: z.object({ _id: Id }).nullable() })),
})

const Meter = z.object({ used: z.int(), limit: z.int(), resetsAt: Time })

export const getUsage = route({
  method: 'GET',
  path: '/user/api/v1/usage-limit/user',
  access: 'user',
  summary: 'What the plan allows and what is used of it',
  reply: one(
    z.object({
      plan: Plan,
      storage: z.object({ usedBytes: z.int(), limitBytes: z.int() }),
      aiCharacters: Meter,
      messages: Meter,
    }),
  ),
})

export const logout = route({
  method: 'PATCH',
  path: '/user/api/v1/logout',
  access: 'user',
  summary: 'End this session, or all of them',
  body: z.object({ everywhere: z.boolean().optional() }),
  reply: one(z.object({ ended: z.int() })),
})

export const GuestName = line({
  max: guestNameMax,
  required: 'Please enter your name',
  tooLong: `A name can have at most ${guestNameMax} characters.`,
})

export const createGuest = route({
  method: 'POST',
  path: '/user/api/v1/guest',
  access: 'anyone',
  summary: 'Become a guest: a name without an account',
  status: 201,
  body: z.object({ name: GuestName, email: Email.optional() }),
  reply: one(z.object({ accessToken: z.string(), guest: z.object({ _id: Id, name: z.string() }) })),
})
