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
  summary: 'Confirm your own address with the code emailed at registration; optional',
  body: ConfirmEmailBody,
  reply: Confirmed,
})

export const sendConfirmation = route({
  method: 'PATCH',
  path: '/user/api/v1/sent-confirmation',
  access: 'user',
  summary: 'Email a new code to confirm your own address; CONFLICT if it is already confirmed',
  body: z.object({}),
  reply: Confirmed,
})
