import { Landing } from '#web/features/welcome/components/landing'
import { GetConnections } from '#web/features/welcome/components/ways-in'

const steps = [
  { title: 'Create an account', text: 'A name, an address and a password, or a code by mail.' },
  {
    title: 'Build your Connection Profile',
    text: 'In Your Profile: a username of your own, what you do, what you are good at.',
  },
  {
    title: 'Become a Pilot',
    text: 'The profile lifts Free to Pilot at once: more storage, more messages, and people to connect with.',
  },
] as const

export function LandingConnectionPage() {
  return (
    <Landing
      page="/landing/connection"
      promise="Be known by the work you do"
      lead="A Connection Profile says who you are, what you do and what you are good at. It costs nothing, and makes you a Pilot."
      actions={<GetConnections />}
      steps={steps}
    />
  )
}
