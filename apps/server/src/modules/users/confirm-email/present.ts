import { composeEmail, quietName } from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

export function confirmMail(
  to: string,
  about: { name: string; code: string; url: string; hours: number },
): Mail {
  return {
    to,
    ...composeEmail({
      subject: `${about.code} confirms your email address for Wingmark`,
      title: 'Is this your email address?',
      parts: [
        {
          text: `Hello ${quietName(about.name)}, enter this code in Your Profile to confirm your address, or use the link:`,
        },
        { code: about.code },
        { button: 'Confirm my address', url: about.url },
        {
          text: `Each works once, within ${about.hours} hours, on a device where you’re signed in. There’s no hurry, but confirm your address before you sign in by email on another device.`,
        },
      ],
      reasons: [
        'You’re receiving this email because someone created an account with your address.',
        'If it wasn’t you, ignore this email. Nobody can confirm the address without the code.',
      ],
    }),
  }
}
