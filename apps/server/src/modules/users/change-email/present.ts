import { composeLetter, quietName } from '#server/platform/mail-letter'
import type { Mail } from '#server/platform/mailer'

export function changeCodeMail(to: string, about: { name: string; code: string; minutes: number }): Mail {
  return {
    to,
    ...composeLetter({
      subject: `${about.code} confirms your new Wingmark address`,
      title: 'Your new address',
      parts: [
        {
          text: `Hello ${quietName(about.name)}, enter this code in Your Profile to use this address from now on:`,
        },
        { code: about.code },
        { text: `It works once, for ${about.minutes} minutes.` },
      ],
      reasons: [
        'You get this because somebody wants to use this address for their account.',
        'If it was not you, do nothing: without the code nothing changes.',
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
    ...composeLetter({
      subject: 'The address of your Wingmark account was changed',
      title: 'Your address was changed',
      parts: [
        { text: `Hello ${quietName(about.name)},` },
        {
          text:
            about.email === null
              ? 'Your account has another address now. Mails go there, and you sign in with it.'
              : `Your account has the address ${quietName(about.email, 254)} now. Mails go there, and you sign in with it.`,
        },
        {
          text: `If it was not you, take it back within ${about.days} days. That signs out every device and ends the password:`,
        },
        { button: 'Take my account back', url: about.url },
      ],
      reasons: ['You get this because it is about the safety of your account.'],
    }),
  }
}
