import { Landing } from '#web/features/welcome/components/landing'
import { GetConnections } from '#web/features/welcome/components/ways-in'
import accountDark from '#web/features/welcome/steps/account-dark.webp'
import accountLight from '#web/features/welcome/steps/account-light.webp'
import peopleDark from '#web/features/welcome/steps/people-dark.webp'
import peopleLight from '#web/features/welcome/steps/people-light.webp'
import profileDark from '#web/features/welcome/steps/profile-dark.webp'
import profileLight from '#web/features/welcome/steps/profile-light.webp'

const steps = [
  {
    title: 'Create an account',
    picture: { light: accountLight, dark: accountDark, alt: 'The form of a new account' },
    text: 'A name, an address and a password, or a code by mail.',
  },
  {
    title: 'Build your Connection Profile',
    picture: {
      light: profileLight,
      dark: profileDark,
      alt: 'The profile’s fields: company, experience, skills',
    },
    text: 'In Your Profile: a username of your own, what you do, what you are good at.',
  },
  {
    title: 'Become a Pilot',
    picture: {
      ...{ light: peopleLight, dark: peopleDark },
      alt: 'Somebody’s card: what they do, their work and skills, and Connect',
    },
    text: 'The profile lifts Free to Pilot at once: more storage, more messages, and people to connect with.',
  },
] as const

export function LandingConnectionPage() {
  return <Landing page="/landing/connection" actions={<GetConnections />} steps={steps} />
}
