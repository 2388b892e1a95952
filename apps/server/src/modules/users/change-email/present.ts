import { composeEmail, quietName } from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

export function changeCodeMail(to: string, about: { name: string; code: string; minutes: number }): Mail {
  return {
    to,
    ...composeEmail({
      subject: `${about.code} confirms your new Wingmark email address`,
      title: 'Your new email address',
      parts: [
        {
          text: `Hello ${quietName(about.name)}, enter this code in Your Profile to use this address from now on:`,
        },
        { code: about.code },
        { text: `It works once and expires in ${about.minutes} minutes.` },
      ],
      reasons: [
        'You’re receiving this email because someone wants to use this address for their account.',
        'If it wasn’t you, ignore this email. Nothing changes without the code.',
      ],
    }),
  }
}

export function emailChangedMail(
  to: string,
  about: { name: string; email: string | null; url: string; days: number },
): Mail {
  return {
    to,
    ...composeEmail({
      subject: 'The email address of your Wingmark account was changed',
      title: 'Your email address was changed',
      parts: [
        { text: `Hello ${quietName(about.name)},` },
        {
          text:
            about.email === null
              ? 'Your account now has a different email address. Use it to sign in. We’ll send emails there too.'
              : `Your account now has the address ${quietName(about.email, 254)}. Use it to sign in. We’ll send emails there too.`,
        },
        {
          text: `If this wasn’t you, recover your account within ${about.days} days. That signs out every device and removes the password:`,
        },
        { button: 'Recover my account', url: about.url },
      ],
      reasons: ['This is a security notice about your account.'],
    }),
  }
}
