import { composeEmail, type EmailContent, quietName, shortName } from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

const lostPassword =
  'The password was set before this address was confirmed, so it no longer works and all devices were signed out. You can set a new one at any time:'

const mailTo = (to: string | null, letter: EmailContent): Mail => ({ to, ...composeEmail(letter) })

export function loginCodeMail(to: string | null, about: { code: string; minutes: number }): Mail {
  return mailTo(to, {
    subject: `${about.code} is your Wingmark code`,
    title: 'Your sign-in code',
    parts: [
      { text: 'Enter this code where you requested it:' },
      { code: about.code },
      {
        text: `It works once and expires in ${about.minutes} minutes. Nobody from Wingmark will ever ask you for it.`,
      },
    ],
    reasons: [
      'You’re receiving this email because someone requested a code for your address.',
      'If it wasn’t you, ignore this email. Nobody can sign in without the code.',
    ],
  })
}

export function passwordResetMail(to: string | null, about: { url: string; minutes: number }): Mail {
  return mailTo(to, {
    subject: 'Set a new Wingmark password',
    title: 'Set a new password',
    parts: [
      { text: 'Choose a new password for your account. You’ll be signed out on all devices.' },
      { button: 'Set new password', url: about.url },
      { text: `The link works once and expires in ${about.minutes} minutes.` },
    ],
    reasons: [
      'You’re receiving this email because someone asked to reset the password for this address.',
      'If it wasn’t you, ignore this email. Your password won’t change.',
    ],
  })
}

export function passwordChangedMail(to: string, about: { name: string; forgotUrl: string }): Mail {
  return mailTo(to, {
    subject: 'Your Wingmark password was changed',
    title: 'Your password was changed',
    parts: [
      { text: `Hello ${quietName(about.name)},` },
      { text: 'Your password was just changed, and your other devices were signed out.' },
      { text: 'If this wasn’t you, set a new one right away:' },
      { button: 'Set new password', url: about.forgotUrl },
    ],
    reasons: ['This is a security notice about your account.'],
  })
}

export function addressProvedMail(to: string, about: { name: string; forgotUrl: string }): Mail {
  return mailTo(to, {
    subject: 'Your Wingmark email address is confirmed',
    title: 'Your email address is confirmed',
    parts: [
      { text: `Hello ${quietName(about.name)},` },
      { text: `You just confirmed your address. ${lostPassword}` },
      { button: 'Set new password', url: about.forgotUrl },
    ],
    reasons: ['This is a security notice about your account.'],
  })
}

export function guessedMail(to: string | null, about: { forgotUrl: string }): Mail {
  return mailTo(to, {
    subject: 'Someone is trying to guess your Wingmark password',
    title: 'Someone is trying to guess your password',
    parts: [
      {
        text: 'Many wrong passwords were entered for your account within an hour. For now, signing in on a new device needs a code sent to this address.',
      },
      {
        text: 'Nobody got in, and your own devices work as before. If you use this password elsewhere, set a new one:',
      },
      { button: 'Set new password', url: about.forgotUrl },
    ],
    reasons: ['This is a security notice about your account.', 'We send it at most once a day.'],
  })
}

export function googleLinkedMail(
  to: string,
  about: { name: string; hasLostPassword: boolean; forgotUrl: string },
): Mail {
  const lost = { text: lostPassword }
  return mailTo(to, {
    subject: 'Google sign-in was added to your Wingmark account',
    title: 'You can now sign in with Google',
    parts: [
      { text: `Hello ${quietName(about.name)},` },
      {
        text: 'Google sign-in was just used for your account. From now on, you can sign in either way.',
      },
      about.hasLostPassword ? lost : { text: 'If this wasn’t you, set a new password right away:' },
      { button: 'Set new password', url: about.forgotUrl },
    ],
    reasons: ['This is a security notice about your account.'],
  })
}

export function invitationMail(to: string, about: { inviter: string; url: string }): Mail {
  return mailTo(to, {
    subject: `${shortName(about.inviter)} invited you to Wingmark`,
    title: `${quietName(about.inviter)} invited you to Wingmark`,
    parts: [
      {
        text: 'Wingmark is where designs get feedback on the exact spot: open a link, click the design and write.',
      },
      { button: 'Accept invitation', url: about.url },
    ],
    reasons: [
      'You’re receiving this email because someone with an account entered your address.',
      'If you don’t know them, ignore this email. Nothing was created in your name.',
    ],
  })
}

export function accountDeletedMail(to: string, about: { name: string }): Mail {
  return mailTo(to, {
    subject: 'Your Wingmark account was deleted',
    title: 'Your account was deleted',
    parts: [
      { text: `Goodbye ${quietName(about.name)},` },
      {
        text: 'Your account, your reviews and your files are gone. What you wrote in other people’s reviews stays there, without your name.',
      },
    ],
    reasons: ['This is the last email about your account.'],
  })
}
