import { z } from 'zod'
import { Email } from './addresses.ts'
import { AiOfAccount } from './ai.ts'
import { Id, IdParams, Time } from './ids.ts'
import { guestNameMax, otpMax, otpMin, passwordMax, passwordMin, usernameMax } from './limits.ts'
import { MailArea, MailAreas, NotifyMode } from './mails.ts'
import { Done, list, one, oneOf } from './paging.ts'
import { Plan } from './plans.ts'
import { route } from './route.ts'
import { chosenSecret, PresentPassword, typedSecret } from './secrets.ts'
import { SharedWorkChoice } from './shared-work.ts'
import { line } from './text.ts'
import { Theme } from './theme.ts'
import { UnverifiedWork, unverifiedUndoDays } from './unverified-work.ts'
import { Usage } from './usage.ts'

const passwordLimits = {
  ...{ min: passwordMin, tooShort: `Password must be at least ${passwordMin} characters` },
  ...{ max: passwordMax, tooLong: `Password must be at most ${passwordMax} characters` },
}
export const Password = chosenSecret(passwordLimits)

/** Shown where a password is chosen, never at sign-in. */
export const passwordTooCommon = 'This password is too common. Please choose another.'

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

/** From an earlier sign-in on this device: strangers' attempts on the account then do not slow it down. */
const device = { deviceToken: z.string().max(200).optional() }
const claim = { claimGuestToken: z.string().max(200).optional() }
const Session = one(
  z.object({
    accessToken: z.string(),
    /** To be kept on the device after signing out and sent with the next sign-in; it opens nothing. */
    deviceToken: z.string(),
    newPasswordToken: z.string().optional(),
    user: User,
  }),
)

export const LoginBody = z.object({
  email: Email,
  password: typedSecret(passwordLimits),
  ...device,
  ...claim,
})

export const login = route({
  method: 'PATCH',
  path: '/user/api/v1/login',
  access: 'anyone',
  log: 'SIGN_IN',
  summary: 'Sign in with a password',
  body: LoginBody,
  errors: ['CODE_NEEDED'],
  reply: Session,
})

const passwordsMatch = (body: { password: string; confirmPassword?: string | undefined }) =>
  body.confirmPassword === undefined || body.password === body.confirmPassword

/** `confirmPassword` is optional for clients without a form; it must be equal if sent. */
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
  log: 'SIGN_IN',
  summary: 'Create an account',
  status: 201,
  body: RegisterBody,
  reply: Session,
})

/** The request is carried out soon, if possible; the answer does not reveal whether the account exists. */
const Accepted = one(z.object({ accepted: z.literal(true) }))

const otpShort = `OTP must be at least ${otpMin} characters`
const otpLong = `OTP must be at most ${otpMax} characters`

/** A code from a mail; spaces copied with it are ignored. */
export const OneTimeCode = z
  .string({ error: otpShort })
  .max(100, { error: otpLong })
  .transform((value) => value.replace(/[\s-]+/g, ''))
  .pipe(z.string().min(otpMin, { error: otpShort }).max(otpMax, { error: otpLong }))

export const codeNoLongerValid = 'This code is no longer valid. Request a new one.'
export const codeNotRight = 'Wrong code. Check it and try again.'
export const resetLinkInvalid = 'This reset link is invalid or has expired.'

export const EmailBody = z.object({ email: Email })
const MailBody = EmailBody.extend(device)

export const sendLoginCode = route({
  method: 'PATCH',
  path: '/user/api/v1/sent-login-otp',
  access: 'anyone',
  summary: 'Email a sign-in code: six digits, valid for 10 minutes, 5 tries and one use',
  body: MailBody,
  reply: Accepted,
})

export const LoginCodeBody = z.object({ email: Email, otp: OneTimeCode, ...device, ...claim })

export const verifyLoginCode = route({
  method: 'PATCH',
  path: '/user/api/v1/verify-login-otp',
  access: 'anyone',
  log: 'SIGN_IN',
  summary: 'Sign in with a code by email; if that removed the password, `newPasswordToken` sets a new one',
  body: LoginCodeBody,
  reply: Session,
})

export const googleLogin = route({
  method: 'PATCH',
  path: '/user/api/v1/google-login',
  access: 'anyone',
  log: 'SIGN_IN',
  summary: "Sign in with the ID token of Google's script; creates an account if there is none",
  body: z.object({ credential: z.string({ error: 'Required' }).max(10_000), ...device, ...claim }),
  reply: Session,
})

export const getSignInOptions = route({
  method: 'GET',
  path: '/user/api/v1/sign-in-options',
  access: 'anyone',
  summary: 'The ways to sign in; Google only if a client id is set',
  reply: one(z.object({ googleClientId: z.string().nullable() })),
})

export const forgetPassword = route({
  method: 'PATCH',
  path: '/user/api/v1/forget-password',
  access: 'anyone',
  summary: 'Email a link to set a new password: valid for one hour and one use',
  body: MailBody,
  reply: Accepted,
})

/** `confirmPassword` is optional for clients without a form. */
export const ResetPasswordBody = z
  .object({
    token: z
      .string({ error: resetLinkInvalid })
      .min(8, { error: resetLinkInvalid })
      .max(200, { error: resetLinkInvalid }),
    password: Password,
    confirmPassword: Password.optional(),
    keepSession: z.boolean().optional(),
    ...device,
  })
  .refine(passwordsMatch, { error: "Passwords don't match", path: ['confirmPassword'] })

export const resetPassword = route({
  method: 'PATCH',
  path: '/user/api/v1/reset-password',
  access: 'anyone',
  log: 'SIGN_IN',
  summary: 'Set a new password; ends every session (every other one with `keepSession`) and signs nobody in',
  body: ResetPasswordBody,
  reply: Accepted,
})

export const checkEmail = route({
  method: 'PATCH',
  path: '/user/api/v1/check-email',
  access: 'anyone',
  summary: 'Whether an address has an account; disclosed by design, and rate-limited',
  body: EmailBody,
  reply: one(z.object({ email: z.string(), exists: z.boolean() })),
})

export const inviteUser = route({
  method: 'PATCH',
  path: '/user/api/v1/invite-user',
  access: 'user',
  summary: 'Email an invitation to Wingmark; `url` is its invitation page, `/invite`, or one below it',
  body: z.object({ email: Email, url: z.string().max(2_000, { error: 'Invalid url' }).optional() }),
  reply: Accepted,
})

export const getUserInvitation = route({
  method: 'PATCH',
  path: '/user/api/v1/get-invitation',
  access: 'anyone',
  summary: 'Who invited whom to Wingmark, by the token of the email; consumes nothing',
  body: z.object({ token: z.string({ error: 'Required' }).max(600) }),
  reply: one(
    z.object({
      invitedBy: z.object({ name: z.string() }),
      /** The address that it was sent to. */
      email: z.string(),
      /** Whether an account has that address: sign in, or register. */
      hasAccount: z.boolean(),
    }),
  ),
})

const Profile = one(
  z.object({
    user: User,
    connectionProfile: z.object({ _id: Id }).nullable(),
    /** The account's settings; only its owner sees them. */
    settings: z.object({
      notify: NotifyMode,
      /** The areas for which mails are sent. */
      mailAreas: z.array(MailArea),
      /** Null until one is chosen: then each device keeps its own. */
      theme: Theme.nullable(),
      signsInWith: z.array(z.enum(['PASSWORD', 'GOOGLE'])),
      isEmailConfirmed: z.boolean(),
      earlier: UnverifiedWork.nullable(),
      ai: AiOfAccount.optional(),
    }),
  }),
)

export const getProfile = route({
  method: 'GET',
  path: '/user/api/v1/profile',
  access: 'user',
  summary: 'The signed-in user',
  reply: Profile,
})

export const answerUnverifiedWork = route({
  method: 'PATCH',
  path: '/user/api/v1/earlier',
  access: 'user',
  log: 'RIGHTS',
  summary: `Choose what happens to what was in the account before its address was verified; REMOVE can be undone for ${unverifiedUndoDays} days`,
  body: z.object({ answer: oneOf(['KEEP', 'REMOVE', 'UNDO']) }),
  reply: Profile,
})

const usernameLong = `A username can have at most ${usernameMax} characters.`

export const Username = z
  .string({ error: 'Username is required' })
  .max(200, { error: usernameLong })
  .transform((value) => value.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(2, { error: 'Username is required' })
      .max(usernameMax, { error: usernameLong })
      .regex(/^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/, {
        error:
          'A username can have letters from a to z and digits, with dots, hyphens or underscores between them.',
      }),
  )

export const avatarUnfit = 'Choose a picture you uploaded.'

export const ProfileBody = z.object({
  name: PersonName.optional(),
  username: Username.optional(),
  /** A picture that the caller uploaded and uses nowhere else; null removes the avatar. */
  avatar: z.uuid({ error: avatarUnfit }).nullable().optional(),
  notify: NotifyMode.optional(),
  mailAreas: MailAreas.optional(),
  theme: Theme.optional(),
})

export const updateProfile = route({
  method: 'PATCH',
  path: '/user/api/v1/profile',
  access: 'user',
  summary: 'Change the given fields',
  body: ProfileBody,
  reply: Profile,
})

export const noPasswordYet = 'This account has no password yet. Use “Forgot your password?” to set one.'

export const ChangePasswordBody = z
  .object({ password: PresentPassword, newPassword: Password, confirmPassword: Password.optional() })
  .refine((body) => body.confirmPassword === undefined || body.newPassword === body.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  })

export const changePassword = route({
  method: 'PATCH',
  path: '/user/api/v1/change-password',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Change the password; ends every other session',
  body: ChangePasswordBody,
  reply: Accepted,
})

export const listSessions = route({
  method: 'GET',
  path: '/user/api/v1/sessions',
  access: 'user',
  summary: "The caller's sessions, newest first",
  reply: list(
    z.object({
      _id: Id,
      device: z.string().nullable(),
      createdAt: Time,
      expiresAt: Time,
      current: z.boolean(),
    }),
  ),
})

export const endSession = route({
  method: 'DELETE',
  path: '/user/api/v1/sessions/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: "End one of the caller's sessions",
  params: IdParams,
  reply: Done,
})

export const getUsage = route({
  method: 'GET',
  path: '/user/api/v1/usage-limit/user',
  access: 'user',
  summary: 'Limits of the plan and current usage',
  reply: one(Usage),
})

export const logout = route({
  method: 'PATCH',
  path: '/user/api/v1/logout',
  access: 'user',
  log: 'RIGHTS',
  summary: 'End this session, or all of them',
  body: z.object({ everywhere: z.boolean().optional() }),
  reply: one(z.object({ ended: z.int() })),
})

/** With the password, or with a code by email where there is none. */
export const DeleteAccountBody = z.object({
  password: PresentPassword.optional(),
  otp: OneTimeCode.optional(),
  /** One for each of `listSharedWork`. */
  choices: z.array(SharedWorkChoice).max(10_000, { error: 'Too many at once.' }).optional(),
})

export const deleteAccount = route({
  method: 'DELETE',
  path: '/user/api/v1',
  access: 'user',
  log: 'RIGHTS',
  summary:
    'Delete the account with its reviews and files; comments in other people’s reviews stay, without the name. For each workspace or review with other members, `choices` names the new owner or deletes it',
  body: DeleteAccountBody,
  errors: ['SHARED_WORK'],
  reply: Done,
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
