import { composeLetter, quietName } from '#server/platform/mail-letter'
import type { Mail } from '#server/platform/mailer'

export function confirmMail(
  to: string,
  about: { name: string; code: string; url: string; hours: number },
): Mail {
  return {
    to,
    ...composeLetter({
      subject: `${about.code} confirms your Wingmark address`,
      title: 'Is this your address?',
      parts: [
        {
          text: `Hello ${quietName(about.name)}, confirm your address with this code in Your Profile, or with the link:`,
        },
        { code: about.code },
        { button: 'Confirm my address', url: about.url },
        {
          text: `They work once, for ${about.hours} hours, where you are signed in. Nothing waits for it; but confirm it before you need to sign in by mail from another device.`,
        },
      ],
      reasons: [
        'You get this because somebody made an account with your address.',
        'If it was not you, do nothing: without the code nobody can confirm it.',
      ],
    }),
  }
}
