import type { Activity } from '@wingmark/contract/activity'

/** One entry of a delivery's record, as a person would say it. */
export function deliverySentence({ action, actor, link, subject, after }: Activity): string {
  const who = actor.kind === 'VISITOR' ? 'Somebody without an account' : (actor.name ?? 'Somebody')
  const by = link ? ` by the link of ${link.name}` : ''
  switch (action) {
    case 'OPENED':
      return `${who} opened it${by}`
    case 'DOWNLOADED':
      return `${who} downloaded ${subject ?? 'it'}${by}`
    case 'CHANGED':
      return `${who} changed ${subject ?? 'it'}`
    case 'REMINDED':
      return `${who} wrote again to ${subject ?? link?.name ?? 'the recipients'}`
    case 'ASKED':
      return `${who} asked for a new link${by}`
    case 'LINK_ADDED':
      return `${who} added the link of ${link?.name ?? subject ?? 'somebody'}`
    case 'LINK_CHANGED':
      if (after === 'NONE') return `${who} closed the link of ${link?.name ?? 'somebody'}`
      return `${who} changed the link of ${link?.name ?? 'somebody'}`
    case 'LINK_ROTATED':
      return `${who} replaced the link of ${link?.name ?? 'somebody'}`
    case 'LINK_REMOVED':
      return `${who} removed the link of ${link?.name ?? subject ?? 'somebody'}`
    default:
      return `${who} changed who may open it`
  }
}
