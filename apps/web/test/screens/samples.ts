import type { OwnConnectionProfile } from '@wingmark/contract/connection-profiles'
import type { Connection } from '@wingmark/contract/connections'
import type { Person } from '@wingmark/contract/people'
import type { Review } from '@wingmark/contract/reviews'
import type { RouteReply } from '@wingmark/contract/route'
import type { Plans } from '@wingmark/contract/subscriptions'
import type { getProfile, getUsage } from '@wingmark/contract/users'

const time = '2026-03-02T09:00:00.000Z'

/** The same id for the same number. */
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const account: RouteReply<typeof getProfile>['result'] = {
  user: {
    _id: idOf(1),
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    username: 'ada',
    avatar: null,
    plan: 'PILOT',
    createdAt: time,
  },
  connectionProfile: { _id: idOf(1) },
  settings: {
    notify: 'INSTANT',
    mailAreas: ['COMMENTS', 'PEOPLE', 'TRANSFERS', 'WORKSPACES', 'PLANS'],
    theme: null,
    signsInWith: ['PASSWORD'],
    isEmailConfirmed: true,
    earlier: null,
  },
}
type Account = typeof account

/** Ada's account; `user` and `settings` change single fields. */
export const accountOf = (
  changes: Partial<Omit<Account, 'user' | 'settings'>> & {
    user?: Partial<Account['user']>
    settings?: Partial<Account['settings']>
  } = {},
): Account => ({
  ...account,
  ...changes,
  user: { ...account.user, ...changes.user },
  settings: { ...account.settings, ...changes.settings },
})

export const usage: RouteReply<typeof getUsage>['result'] = {
  plan: 'PILOT',
  storage: { usedBytes: 3 * 1_073_741_824, limitBytes: 15 * 1_073_741_824 },
  aiCharacters: { used: 0, limit: 5_000, resetsAt: time },
  messages: { used: 4, limit: 10, resetsAt: time },
  connections: { used: 1, limit: 50 },
}

/** Grace Hopper, whom Ada does not know yet. */
export const personCard = {
  _id: idOf(2),
  name: 'Grace Hopper',
  username: 'grace',
  avatar: null,
  designation: 'Type designer',
  company: 'Freelance',
  location: 'Oslo',
  skills: ['Lettering', 'Posters'],
}

export const personOf = (changes: Partial<Person> = {}): Person => ({
  ...personCard,
  experience: 'Twelve years of posters.',
  email: null,
  isPublic: true,
  createdAt: time,
  isSelf: false,
  connection: null,
  can: { connect: true, message: false, block: true, report: true, edit: false },
  ...changes,
})

/** Grace asked Ada. */
export const requestOf = (changes: Partial<Connection> = {}): Connection => ({
  _id: idOf(20),
  status: 'PENDING',
  direction: 'INCOMING',
  note: 'We met in Oslo.',
  createdAt: time,
  answeredAt: null,
  person: personCard,
  can: { answer: true, withdraw: false, remove: false },
  ...changes,
})

export const reviewOf = (number: number, name: string, changes: Partial<Review> = {}): Review => ({
  _id: idOf(number),
  name,
  description: '',
  commentsUntil: null,
  owner: { _id: idOf(1), name: 'Ada Lovelace', avatar: null },
  files: [idOf(number + 500)],
  fileCount: 1,
  commentCount: 0,
  openCount: 0,
  cover: null,
  coverUrl: null,
  visibility: 'PRIVATE',
  share: { access: 'NONE', allowDownload: false },
  role: 'OWNER',
  isMuted: false,
  round: null,
  members: [],
  memberCount: 1,
  news: 0,
  status: 'OPEN',
  createdAt: time,
  updatedAt: time,
  can: {
    edit: true,
    comment: true,
    resolve: true,
    share: true,
    delete: true,
    download: true,
    join: false,
    summarise: false,
    decide: false,
    startRound: true,
  },
  ...changes,
})

/** A page that holds all there is. */
export const wholePage = <T>(results: T[]) => ({
  results,
  currentPage: 1,
  totalPages: 1,
  total: results.length,
})

export const ownProfile: OwnConnectionProfile = {
  ...personCard,
  _id: idOf(1),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  username: 'ada',
  experience: 'Engines.',
  isOpenToMessages: true,
  showsEmail: false,
  isPublic: true,
  isIndexed: false,
  createdAt: time,
  updatedAt: time,
  can: { edit: true, delete: true },
}

/** Of a server where everything is free, and that names its operator. */
export const plans: Plans = {
  mode: 'OPEN',
  operatorEmail: 'operator@example.com',
  plans: [],
  storagePack: null,
  hasAi: false,
}
