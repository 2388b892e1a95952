import type { Connection, PersonCard } from '@wingmark/contract/connections'
import type { Shortening } from '#server/http/pages'
import type { ConnectionRow } from '#server/modules/connections/requests/store'

type Card = Omit<PersonCard, '_id' | 'skills'> & { personId: string; skills: readonly string[] }

export const presentCard = ({ personId, skills, ...card }: Card): PersonCard => ({
  _id: personId,
  name: card.name,
  username: card.username,
  avatar: card.avatar,
  designation: card.designation,
  company: card.company,
  location: card.location,
  skills: [...skills],
})

/** For long lists of people with long profiles. */
export const shortCard = <C extends PersonCard>(card: C, { many, cut }: Shortening): C => ({
  ...card,
  designation: card.designation && cut(card.designation),
  company: card.company && cut(card.company),
  location: card.location && cut(card.location),
  skills: card.skills.slice(0, many),
})

/** To its sender, a declined request looks unanswered. */
export function presentConnection(row: ConnectionRow, me: string): Connection {
  const isOwn = row.requesterId === me
  const isAccepted = row.status === 'ACCEPTED'
  const status = isAccepted ? 'ACCEPTED' : row.status === 'DECLINED' && !isOwn ? 'DECLINED' : 'PENDING'
  return {
    _id: row.id,
    status,
    direction: isOwn ? 'OUTGOING' : 'INCOMING',
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    answeredAt: status === 'PENDING' ? null : (row.answeredAt?.toISOString() ?? null),
    person: presentCard(row),
    can: {
      answer: !isOwn && status === 'PENDING',
      withdraw: isOwn && status === 'PENDING',
      remove: isAccepted,
    },
  }
}
