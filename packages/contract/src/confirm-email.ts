import { z } from 'zod'
import { one } from './paging.ts'
import { route } from './route.ts'
import { OneTimeCode } from './users.ts'

const Confirmed = one(z.object({ email: z.string() }))

export const ConfirmEmailBody = z.object({ code: OneTimeCode })

export const confirmEmail = route({
  method: 'PATCH',
  path: '/user/api/v1/confirm-email',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Confirm one’s own address with the code that registering has mailed; nothing waits for it',
  body: ConfirmEmailBody,
  reply: Confirmed,
})

export const sendConfirmation = route({
  method: 'PATCH',
  path: '/user/api/v1/sent-confirmation',
  access: 'user',
  summary: 'Mail a new code to confirm one’s own address with; CONFLICT where it is confirmed',
  body: z.object({}),
  reply: Confirmed,
})
