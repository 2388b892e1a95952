import { z } from 'zod'
import { Email } from './addresses.ts'
import { Id, IdParams } from './ids.ts'
import { one } from './paging.ts'
import { route } from './route.ts'

export const noMailServer = 'This server doesn’t send email, so addresses can’t be verified.'
export const anotherAddress = 'Use the address that the invitation was sent to.'
export const codeNotRight = 'This code isn’t valid. Request a new one.'

export const sendRoundCode = route({
  method: 'POST',
  path: '/round/api/v1/code/:id',
  access: 'writer',
  summary: 'Email a code to someone without an account, for a round that demands a verified address',
  params: IdParams,
  body: z.object({ email: Email }),
  reply: one(z.object({ _id: Id, email: z.string() })),
})

export const verifyRoundCode = route({
  method: 'PATCH',
  path: '/round/api/v1/code/:id',
  access: 'writer',
  summary: 'Verify that address by the code: valid for 10 minutes, 5 tries',
  params: IdParams,
  body: z.object({ code: z.string().trim().max(20, { error: codeNotRight }) }),
  reply: one(z.object({ _id: Id, email: z.string() })),
})
