import accountDark from '#web/features/welcome/steps/account-dark.webp'
import accountLight from '#web/features/welcome/steps/account-light.webp'
import peopleDark from '#web/features/welcome/steps/people-dark.webp'
import peopleLight from '#web/features/welcome/steps/people-light.webp'
import profileDark from '#web/features/welcome/steps/profile-dark.webp'
import profileLight from '#web/features/welcome/steps/profile-light.webp'
import publishDark from '#web/features/welcome/steps/publish-dark.webp'
import publishLight from '#web/features/welcome/steps/publish-light.webp'
import readDark from '#web/features/welcome/steps/read-dark.webp'
import readLight from '#web/features/welcome/steps/read-light.webp'
import sendDark from '#web/features/welcome/steps/send-dark.webp'
import sendLight from '#web/features/welcome/steps/send-light.webp'

type Picture = { light: string; dark: string; alt: string }

/** What topics of the Help Center show, by their slug. */
export const topicPictures: Readonly<Record<string, Picture>> = {
  publish: { light: publishLight, dark: publishDark, alt: 'Four posters, each uploaded' },
  share: {
    light: sendLight,
    dark: sendDark,
    alt: 'What people with the link can do, whether it needs a key, and when it expires',
  },
  comment: { light: readLight, dark: readDark, alt: 'A design with its pins, and the comments beside it' },
  'sign-in': { light: accountLight, dark: accountDark, alt: 'The form that creates an account' },
  profile: { light: profileLight, dark: profileDark, alt: 'The form of a connection profile' },
  connect: { light: peopleLight, dark: peopleDark, alt: 'People with their work' },
}
