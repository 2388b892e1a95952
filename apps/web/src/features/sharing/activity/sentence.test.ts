import { type Activity, ActivityAction } from '@wingmark/contract/activity'
import { expect, test } from 'vitest'
import { activitySentence } from './sentence.ts'

const base: Activity = {
  _id: 'a',
  action: 'OPENED',
  actor: { kind: 'USER', name: 'Mara Lind' },
  link: null,
  subject: null,
  before: null,
  after: null,
  comment: null,
  createdAt: '2026-05-01T10:00:00.000Z',
}
const client = { _id: 'l', name: 'Client' }
const plain = { _id: 'p', name: 'Plain address' }
const first = { _id: 'f', name: 'Share link' }

test.each<[Partial<Activity>, string]>([
  [{ link: client }, 'Mara Lind opened the review through the link “Client”'],
  [{ link: first }, 'Mara Lind opened the review through the share link'],
  [{ actor: { kind: 'VISITOR', name: null } }, 'Someone without an account opened the review'],
  [
    { actor: { kind: 'GUEST', name: 'Gil' }, link: client },
    'Gil (guest) opened the review through the link “Client”',
  ],
  [
    { action: 'DOWNLOADED', subject: 'poster.pdf', link: client },
    'Mara Lind downloaded poster.pdf through the link “Client”',
  ],
  [{ link: plain }, 'Mara Lind opened the review with its address alone'],
  [
    { action: 'LINK_CHANGED', link: plain, before: 'COMMENT', after: 'NONE' },
    'Mara Lind turned off opening with the address alone',
  ],
  [
    { action: 'LINK_CHANGED', link: plain, before: 'NONE', after: 'VIEW' },
    'Mara Lind allowed opening with the address alone',
  ],
  [{ action: 'LINK_CHANGED', link: plain }, 'Mara Lind changed the settings of its address alone'],
  [{ action: 'SUMMARISED' }, 'Mara Lind had AI summarise the comments'],
  [
    { action: 'SUMMARISED', subject: 'poster.pdf', after: 'OPEN' },
    'Mara Lind had AI summarise the open comments on poster.pdf',
  ],
  [
    { action: 'CHANGES_LISTED', after: 'RESOLVED' },
    'Mara Lind had AI list the changes of the resolved comments',
  ],
  [{ action: 'JOINED', after: 'COMMENTER' }, 'Mara Lind joined as commenter'],
  [{ action: 'ROUND_OPENED', subject: 'Round 2' }, 'Mara Lind opened Round 2'],
  [{ action: 'ROUND_CHANGED', subject: 'Round 2' }, 'Mara Lind changed Round 2'],
  [
    { action: 'ROUND_CLOSED', subject: 'Round 2', after: 'Printed today' },
    'Mara Lind closed Round 2: “Printed today”',
  ],
  [{ action: 'ROUND_REOPENED', subject: 'Round 2' }, 'Mara Lind reopened Round 2'],
  [
    { action: 'DECIDED', subject: 'poster.pdf, version 2', after: 'CHANGES_REQUESTED', link: client },
    'Mara Lind requested changes to poster.pdf, version 2 through the link “Client”',
  ],
  [{ action: 'LEFT' }, 'Mara Lind left'],
  [{ action: 'REMOVED', subject: 'Ben Roth' }, 'Mara Lind removed Ben Roth'],
  [
    { action: 'ROLE_CHANGED', subject: 'Ben Roth', before: 'EDITOR', after: 'VIEWER' },
    'Mara Lind changed Ben Roth from editor to viewer',
  ],
  [{ action: 'HANDED_OVER', subject: 'Ben Roth' }, 'Mara Lind made Ben Roth the owner'],
  [
    { action: 'INVITED', subject: 'b@example.com', after: 'EDITOR' },
    'Mara Lind invited b@example.com as editor',
  ],
  [{ action: 'VISIBILITY_CHANGED', before: 'PUBLIC', after: 'PRIVATE' }, 'Mara Lind made the review private'],
  [{ action: 'LINK_CHANGED', link: client }, 'Mara Lind changed the settings of the link “Client”'],
  [
    { action: 'LINK_CHANGED', link: client, before: 'COMMENT', after: 'VIEW' },
    'Mara Lind changed the link “Client” from commenting to viewing',
  ],
  [{ action: 'LINK_ROTATED', link: client }, 'Mara Lind replaced the link “Client” with a new one'],
])('%j', (change, sentence) => {
  expect(activitySentence({ ...base, ...change })).toBe(sentence)
})

test.each(ActivityAction.options)('%s is a sentence even if little is known', (action) => {
  const words = activitySentence({ ...base, action, actor: { kind: 'USER', name: null } })
  expect(words).toMatch(/^Someone [a-z]/)
  expect(words).not.toMatch(/null|undefined|[A-Z]{3}/)
})
