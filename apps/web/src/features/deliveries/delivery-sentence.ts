import type { Activity } from '@wingmark/contract/activity'
import { linkWords } from '@wingmark/contract/delivery-facts'
import { isolated } from '@wingmark/contract/names'

/** The changed thing in words, by its name in the record. */
const changes: Record<string, string> = {
  title: 'the title',
  message: 'the message',
  files: 'the files',
  end: 'the expiry',
  password: 'the password',
  downloads: 'the download limit',
  preview: 'whether previews are shown before the download',
  'deletion at the end': 'whether the files are deleted at expiry',
  recipients: 'the recipients',
}
const inWords = new Intl.ListFormat('en')

/** An entry of a delivery's record as a sentence. */
export function deliverySentence({ action, actor, link, before, after, ...entry }: Activity): string {
  // A link sent to an address is named after it, and so is an unnamed visitor who opens it.
  const isRecipient = actor.kind === 'VISITOR' && link !== null && link.name.includes('@')
  const stranger = isRecipient ? isolated(link.name) : 'Someone without an account'
  const who = actor.kind === 'VISITOR' ? stranger : isolated(actor.name ?? 'Someone')
  const subject = entry.subject === null ? null : isolated(entry.subject)
  const its = link ? isolated(linkWords(link.name)) : 'a link'
  const by = link && !isRecipient ? ` through ${its}` : ''
  switch (action) {
    case 'OPENED':
      return `${who} opened it${by}`
    case 'DOWNLOADED':
      return `${who} downloaded ${subject ?? 'it'}${by}`
    case 'CHANGED':
      return `${who} changed ${subject ? inWords.format(subject.split(', ').map((one) => changes[one] ?? one)) : 'it'}`
    case 'REMINDED':
      return `${who} sent a reminder to ${subject ?? link?.name ?? 'the recipients'}`
    case 'ASKED':
      return `${who} requested a new link${by}`
    case 'LINK_ADDED':
      return `${who} added ${its}`
    case 'LINK_CHANGED':
      if (after === 'NONE') return `${who} turned off ${link ? its : 'all links'}`
      if (after !== null && before === 'NONE') return `${who} turned ${link ? its : 'the links'} back on`
      return `${who} changed ${its}`
    case 'LINK_ROTATED':
      return `${who} replaced ${its}`
    case 'LINK_REMOVED':
      return `${who} removed ${its}`
    default:
      return `${who} changed who may open it`
  }
}
