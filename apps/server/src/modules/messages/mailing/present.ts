import { formatCount } from '@wingmark/contract/formats'
import type { Unread } from '#server/modules/messages/mailing/store'
import {
  composeEmail,
  type EmailContent,
  quietName,
  quotedWords,
  shortName,
} from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

const conversationsMax = 20
const openWords = 'Open conversation'

/** From a stranger only the name: their words wait where they can be answered or reported. */
export function unreadMail(
  unread: readonly [Unread, ...Unread[]],
  at: { publicUrl: string; unsubscribeUrl: string },
): Mail {
  const { publicUrl, unsubscribeUrl } = at
  const [first] = unread
  const title = (name: typeof shortName) =>
    unread.length > 1
      ? `${unread.length} people messaged you`
      : `${name(first.by, 40)} ${first.isRequest ? 'wants to message you' : 'messaged you'}`
  const pathOf = ({ conversationId }: Unread) => `${publicUrl}/messages/${conversationId}`
  const rest = unread.length - conversationsMax
  const parts: EmailContent['parts'] =
    unread.length === 1
      ? [...partsOf(first), { button: openWords, url: pathOf(first) }]
      : unread.slice(0, conversationsMax).flatMap((one) => partsOf(one, pathOf(one)))
  if (rest > 0) parts.push({ text: `And ${formatCount(rest, 'more conversation')}: ${publicUrl}/messages` })
  const reasons = [
    'You’re receiving this email because you have unread messages.',
    `Choose how often you get these emails: ${publicUrl}/settings`,
  ]
  const letter = { subject: title(shortName), title: title(quietName), parts, reasons, unsubscribeUrl }
  return { to: first.email, ...composeEmail(letter) }
}

function partsOf(unread: Unread, url?: string): EmailContent['parts'] {
  const by = quietName(unread.by)
  if (unread.isRequest)
    return [
      {
        text: `${by} sent you their first message. They can’t send another until you answer or accept.${url ? `\n${url}` : ''}`,
      },
    ]
  const about = unread.count > 1 ? `wrote ${unread.count} messages; the latest` : 'wrote'
  const link = url ? { link: { words: openWords, url } } : {}
  return [{ quote: quotedWords(unread.message, unread.attachments), by, about, ...link }]
}
