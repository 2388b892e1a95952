import { z } from 'zod'
import { Email } from './addresses.ts'
import { Time } from './ids.ts'
import { one } from './paging.ts'
import { route } from './route.ts'
import { PresentPassword } from './secrets.ts'
import { OneTimeCode } from './users.ts'

/** How long the former address can take an account back. */
export const takeBackDays = 7

export const sameEmail = 'This is already your address.'
export const takeBackInvalid = 'This link is no longer valid.'

/** Starts with the password, or an emailed code without one; ends with the code sent to the new address. */
export const ChangeEmailBody = z
  .object({
    email: Email.optional(),
    password: PresentPassword.optional(),
    otp: OneTimeCode.optional(),
    code: OneTimeCode.optional(),
  })
  .refine(({ email, code }) => (email === undefined) !== (code === undefined), {
    error: 'Invalid email address',
    path: ['email'],
  })

export const changeEmail = route({
  method: 'PATCH',
  path: '/user/api/v1/change-email',
  access: 'user',
  log: 'RIGHTS',
  summary: `Change the address: \`email\` with the password, or a mailed code, sends a code to the new address; \`code\` then changes it. The former address is notified and can recover the account for ${takeBackDays} days`,
  body: ChangeEmailBody,
  errors: ['EMAIL_TAKEN'],
  reply: one(z.object({ email: z.string(), isChanged: z.boolean() })),
})

const Token = z.object({ token: z.string({ error: takeBackInvalid }).max(200, { error: takeBackInvalid }) })

export const getFormerEmail = route({
  method: 'PATCH',
  path: '/user/api/v1/get-former-email',
  access: 'anyone',
  summary: 'What a link in the email to a former address would take back; consumes nothing',
  body: Token,
  reply: one(z.object({ email: z.string(), until: Time })),
})

export const takeBackEmail = route({
  method: 'PATCH',
  path: '/user/api/v1/take-back-email',
  access: 'anyone',
  log: 'RIGHTS',
  summary: 'Give an account its former address again; ends every session and the password',
  body: Token,
  reply: one(z.object({ email: z.string() })),
})
