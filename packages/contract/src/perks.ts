import { type Plan, plans } from './plans.ts'

const gigabytes = (plan: Plan) => `${plans[plan].storageBytes / 1_073_741_824} GB storage`
const characters = (plan: Plan) => `${plans[plan].aiCharactersPerMonth / 1_000}K characters per month`
const messages = (plan: Plan) => `${plans[plan].messagesPerDay} messages per day`

/** Shown beside a number of messages. */
export const firstMessageNeeds = 'You need a Connection Profile to message someone new.'

/** What a Pilot gets, as the popups list it; the numbers are the plan's. */
export const pilotPerks: readonly string[] = [
  gigabytes('PILOT'),
  `AI content generation, ${characters('PILOT')}`,
  messages('PILOT'),
  'Showcase your work to global professionals',
  'Discover portfolios of experts',
  'Connect with top talent',
  'Tag freely in every feedback thread',
]

/** The short list of one popup. */
export const pilotPerksInShort: readonly string[] = [
  'Claim a unique creative username',
  'Showcase your work',
  'Discover experts',
  'Connect and collaborate',
  'Tag freely',
]

export const commanderPerks: readonly string[] = [
  gigabytes('COMMANDER'),
  `AI generation, ${characters('COMMANDER')}`,
  messages('COMMANDER'),
  'Instant showcase of your work',
  'Discovery of portfolios',
  'Connect and collaborate',
  'Free tagging',
]

export const commanderInvitation = 'Fly high as a Commander to connect more'
