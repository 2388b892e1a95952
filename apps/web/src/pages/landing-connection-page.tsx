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
    picture: { light: accountLight, dark: accountDark, alt: 'The sign-up form' },
    text: 'Use your name, email address and a password, or a code by email.',
  },
  {
    title: 'Build your Connection Profile',
    picture: {
      light: profileLight,
      dark: profileDark,
      alt: 'The profile’s fields: company, experience, skills',
    },
    text: 'In Your Profile, pick a username and add what you do and what you’re good at.',
  },
  {
    title: 'Become a Pilot',
    picture: {
      ...{ light: peopleLight, dark: peopleDark },
      alt: 'A person’s card: what they do, their work and skills, and Connect',
    },
    text: 'The profile takes you from Free to Pilot right away: more storage, more messages, and people to connect with.',
  },
] as const

export function LandingConnectionPage() {
  return <Landing page="/landing/connection" actions={<GetConnections />} steps={steps} />
}
