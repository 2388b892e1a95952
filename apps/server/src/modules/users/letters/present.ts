import { composeLetter, type Letter, quietName, shortName } from '#server/platform/mail-letter'
import type { Mail } from '#server/platform/mailer'

const lostPassword =
  'Nobody had confirmed this address when the password of the account was set, so that password no longer works and all devices were signed out. You can set a new one whenever you like:'

const mailTo = (to: string | null, letter: Letter): Mail => ({ to, ...composeLetter(letter) })

export function loginCodeMail(to: string | null, about: { code: string; minutes: number }): Mail {
  return mailTo(to, {
    subject: `${about.code} is your Wingmark code`,
    title: 'Your code to sign in',
    parts: [
      { text: 'Enter this code on the page where you asked for it:' },
      { code: about.code },
      { text: `It works once, for ${about.minutes} minutes. Nobody from Wingmark will ever ask you for it.` },
    ],
    reasons: [
      'You get this because somebody asked for a code with your address.',
      'If it was not you, do nothing: without the code nobody gets in.',
    ],
  })
}

export function passwordResetMail(to: string | null, about: { url: string; minutes: number }): Mail {
  return mailTo(to, {
    subject: 'Set a new Wingmark password',
    title: 'Set a new password',
    parts: [
      { text: 'Choose a new password for your account. Once it is set, you are signed out everywhere.' },
      { button: 'Set a new password', url: about.url },
      { text: `The link works once, for ${about.minutes} minutes.` },
    ],
    reasons: [
      'You get this because somebody asked to reset the password of this address.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  })
}

export function passwordChangedMail(to: string, about: { name: string; forgotUrl: string }): Mail {
  return mailTo(to, {
    subject: 'Your Wingmark password was changed',
    title: 'Your password was changed',
    parts: [
      { text: `Hello ${quietName(about.name)},` },
      { text: 'The password of your account was changed just now, and other devices were signed out.' },
      { text: 'If it was not you, set a new one at once:' },
      { button: 'Set a new password', url: about.forgotUrl },
    ],
    reasons: ['You get this because it is about the safety of your account.'],
  })
}

export function addressProvedMail(to: string, about: { name: string; forgotUrl: string }): Mail {
  return mailTo(to, {
    subject: 'Your Wingmark address is confirmed',
    title: 'Your address is confirmed',
    parts: [
      { text: `Hello ${quietName(about.name)},` },
      { text: `You have confirmed your address just now. ${lostPassword}` },
      { button: 'Set a new password', url: about.forgotUrl },
    ],
    reasons: ['You get this because it is about the safety of your account.'],
  })
}

export function guessedMail(to: string | null, about: { forgotUrl: string }): Mail {
  return mailTo(to, {
    subject: 'Somebody is guessing your Wingmark password',
    title: 'Somebody is guessing your password',
    parts: [
      {
        text: 'Many wrong passwords were entered for your account within an hour. For now, devices that you have not signed in with before are asked for a code sent to this address instead.',
      },
      {
        text: 'Nobody got in this way, and your own devices work as before. If you use the same password elsewhere, set a new one:',
      },
      { button: 'Set a new password', url: about.forgotUrl },
    ],
    reasons: ['You get this because it is about the safety of your account.', 'It comes at most once a day.'],
  })
}

export function googleLinkedMail(
  to: string,
  about: { name: string; hasLostPassword: boolean; forgotUrl: string },
): Mail {
  const lost = { text: lostPassword }
  return mailTo(to, {
    subject: 'Google sign-in was added to your Wingmark account',
    title: 'You can sign in with Google now',
    parts: [
      { text: `Hello ${quietName(about.name)},` },
      { text: 'Your account was opened with Google just now. From here on, both lead to the same account.' },
      about.hasLostPassword ? lost : { text: 'If it was not you, set a new password at once:' },
      { button: 'Set a new password', url: about.forgotUrl },
    ],
    reasons: ['You get this because it is about the safety of your account.'],
  })
}

export function invitationMail(to: string, about: { inviter: string; url: string }): Mail {
  return mailTo(to, {
    subject: `${shortName(about.inviter)} invites you to Wingmark`,
    title: `${quietName(about.inviter)} invites you to Wingmark`,
    parts: [
      {
        text: 'Wingmark is where designs get feedback on the exact place: open a link, click on the picture, write.',
      },
      { button: 'Accept the invitation', url: about.url },
    ],
    reasons: [
      'You get this because somebody with an account entered your address.',
      'If you do not know them, ignore it. Nothing was made in your name.',
    ],
  })
}

export function accountDeletedMail(to: string, about: { name: string }): Mail {
  return mailTo(to, {
    subject: 'Your Wingmark account is deleted',
    title: 'Your account is deleted',
    parts: [
      { text: `Goodbye ${quietName(about.name)},` },
      {
        text: 'Your account is gone, and with it your reviews and your files. What you wrote in reviews of others stays there, without your name.',
      },
    ],
    reasons: ['You get this because it is about your account. It is the last mail about it.'],
  })
}
