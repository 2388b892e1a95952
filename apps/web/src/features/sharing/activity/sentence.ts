import type { Activity } from '@wingmark/contract/activity'
import { isolated } from '@wingmark/contract/names'
import { plainAddressName } from '@wingmark/contract/share-links'

const visibilities: Record<string, string> = { PRIVATE: 'private', UNLISTED: 'unlisted', PUBLIC: 'public' }
const roles: Record<string, string> = {
  OWNER: 'owner',
  EDITOR: 'editor',
  COMMENTER: 'commenter',
  VIEWER: 'viewer',
}
const accesses: Record<string, string> = {
  NONE: 'nothing',
  VIEW: 'viewing',
  COMMENT: 'commenting',
  EDIT: 'editing',
}
const decisions: Record<string, string> = {
  APPROVED: 'approved',
  APPROVED_WITH_CHANGES: 'approved with changes',
  CHANGES_REQUESTED: 'requested changes to',
}

/** What the first link of a review is called. */
const firstLinkName = 'Share link'

/** A link within a sentence. */
export function linkWords(name: string): string {
  if (name === plainAddressName) return 'its address alone'
  return name === firstLinkName ? 'the share link' : `the link “${isolated(name)}”`
}

/** An entry of the record as a sentence. */
export function activitySentence(entry: Activity): string {
  const who = nameOf(entry)
  const isPlain = entry.link?.name === plainAddressName
  const link = linkWords(entry.link?.name ?? '')
  const through = entry.link ? ` ${isPlain ? 'with' : 'through'} ${link}` : ''
  const subject = isolated(entry.subject ?? 'someone')
  const state = entry.after === 'OPEN' || entry.after === 'RESOLVED' ? `${entry.after.toLowerCase()} ` : ''
  const comments = `${state}comments${entry.subject ? ` on ${subject}` : ''}`
  const role = entry.after ? ` as ${roles[entry.after] ?? entry.after.toLowerCase()}` : ''
  const because = entry.after ? `: “${isolated(entry.after)}”` : ''
  switch (entry.action) {
    case 'OPENED':
      return `${who} opened the review${through}`
    case 'DOWNLOADED':
      return `${who} downloaded ${subject}${through}`
    case 'JOINED':
      return `${who} joined${role}${through}`
    case 'LEFT':
      return `${who} left`
    case 'REMOVED':
      return `${who} removed ${subject}`
    case 'ROLE_CHANGED':
      return `${who} changed ${subject} from ${wordIn(roles, entry.before)} to ${wordIn(roles, entry.after)}`
    case 'HANDED_OVER':
      return `${who} made ${subject} the owner`
    case 'INVITED':
      return `${who} invited ${subject}${role}`
    case 'INVITATION_REVOKED':
      return `${who} cancelled the invitation to ${subject}`
    case 'INVITATION_DECLINED':
      return `${who} declined the invitation`
    case 'VISIBILITY_CHANGED':
      return `${who} made the review ${wordIn(visibilities, entry.after)}`
    case 'LINK_ADDED':
      return `${who} added ${link}`
    case 'LINK_CHANGED':
      if (isPlain && entry.after === 'NONE') return `${who} turned off opening with the address alone`
      if (isPlain && entry.before === 'NONE') return `${who} allowed opening with the address alone`
      return entry.after && entry.after !== entry.before
        ? `${who} changed ${link} from ${wordIn(accesses, entry.before)} to ${wordIn(accesses, entry.after)}`
        : `${who} changed the settings of ${link}`
    case 'LINK_ROTATED':
      return `${who} replaced ${link} with a new one`
    case 'LINK_REMOVED':
      return `${who} deleted ${link}`
    case 'AI_ALLOWED':
      return `${who} let AI read the review`
    case 'AI_FORBIDDEN':
      return `${who} no longer lets AI read the review`
    case 'SUMMARISED':
      return `${who} had AI summarise the ${comments}`
    case 'CHANGES_LISTED':
      return `${who} had AI list the changes of the ${comments}`
    case 'ROUND_OPENED':
      return `${who} opened ${subject}`
    case 'ROUND_CLOSED':
      return `${who} closed ${subject}${because}`
    case 'ROUND_REOPENED':
      return `${who} reopened ${subject}${because}`
    case 'DECIDED':
      return `${who} ${wordIn(decisions, entry.after) || 'decided on'} ${subject}${through}`
    case 'COMMENTED':
      return `${who} commented`
    case 'REPLIED':
      return `${who} replied`
    // A delivery's record mentions the others.
    default:
      return `${who} changed ${subject}`
  }
}

function nameOf({ actor }: Activity): string {
  if (actor.kind === 'VISITOR') return 'Someone without an account'
  const name = isolated(actor.name ?? 'Someone')
  return actor.kind === 'GUEST' ? `${name} (guest)` : name
}

function wordIn(words: Record<string, string>, value: string | null): string {
  return words[value ?? ''] ?? value ?? ''
}
