import type { NotifyMode } from '@wingmark/contract/users'
import type { Notice, Reader } from '#server/modules/notifications/mailing/store'
import { composeLetter, type Letter, quietName, shortName } from '#server/platform/mail-letter'
import type { Mail } from '#server/platform/mailer'

const quoteMax = 600
const noticesMax = 30

const verbs: Record<Notice['action'], string> = {
  COMMENT_ADDED: 'commented on',
  REPLY_ADDED: 'replied on',
  COMMENT_RESOLVED: 'resolved your comment on',
  MENTIONED: 'mentioned you on',
}

const rhythms: Record<NotifyMode, string> = {
  INSTANT: 'as things happen',
  HOURLY: 'once an hour',
  DAILY: 'once a day',
  OFF: 'only when you are mentioned',
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The same address that the web app makes; opening it changes nothing. */
function linkTo(publicUrl: string, { reviewId, commentId, shareCode }: Notice): string {
  const share = shareCode ? `share=${shareCode}&` : ''
  return `${publicUrl}/reviews/${reviewId}?${share}comment=${commentId}`
}

function wordsOf({ message, attachments }: Notice): string {
  const characters = [...message]
  const words = characters.length > quoteMax ? `${characters.slice(0, quoteMax).join('')}…` : message
  const files = attachments > 0 ? `[${plural(attachments, 'attachment', 'attachments')}]` : ''
  return [words, files].filter((part) => part !== '').join('\n')
}

function quoteOf(notice: Notice, url?: string): Letter['parts'][number] {
  const pin = notice.number === null ? '' : `, pin\u00a0${notice.number}`
  const about = `${verbs[notice.action]} ${quietName(notice.fileName)}${pin}`
  return { quote: wordsOf(notice), by: quietName(notice.by), about, ...(url ? { url } : {}) }
}

export function noticeMail(
  reader: Reader,
  notices: readonly [Notice, ...Notice[]],
  at: { publicUrl: string; unsubscribeUrl: string },
): Mail {
  const { publicUrl } = at
  const isAboutMe = notices.every((notice) => notice.action === 'MENTIONED')
  const [first] = notices
  const letter =
    notices.length === 1 ? oneNotice(first, linkTo(publicUrl, first)) : manyNotices(notices, publicUrl)
  const reasons = isAboutMe
    ? ['You get this because somebody mentioned you.']
    : [
        `You get these mails ${rhythms[reader.notify]}, because you take part in these reviews.`,
        `How often is up to you: ${publicUrl}/settings`,
      ]
  const once = isAboutMe ? {} : { unsubscribeUrl: at.unsubscribeUrl }
  return { to: reader.email, ...composeLetter({ ...letter, reasons, ...once }) }
}

type Told = Pick<Letter, 'subject' | 'title' | 'parts'>

function oneNotice(notice: Notice, url: string): Told {
  const what = { MENTIONED: 'mentioned you in', COMMENT_ADDED: 'commented on', REPLY_ADDED: 'replied in' }
  const verb = notice.action === 'COMMENT_RESOLVED' ? 'resolved your comment in' : what[notice.action]
  return {
    subject: `${shortName(notice.by, 40)} ${verb} ${shortName(notice.reviewName)}`,
    title: `${quietName(notice.by, 40)} ${verb} ${quietName(notice.reviewName)}`,
    parts: [quoteOf(notice), { button: 'Open this comment', url }],
  }
}

function manyNotices(notices: readonly [Notice, ...Notice[]], publicUrl: string): Told {
  const byReview = [...Map.groupBy(notices.slice(0, noticesMax), (notice) => notice.reviewId).values()]
  const reviews = new Set(notices.map((notice) => notice.reviewId)).size
  const [{ reviewName }] = notices
  const count = `${notices.length} updates`
  const parts = byReview.flatMap((some) => [
    ...(reviews > 1 ? [{ heading: quietName(some[0]?.reviewName ?? '') }] : []),
    ...some.map((notice) => quoteOf(notice, linkTo(publicUrl, notice))),
  ])
  const rest = notices.length - noticesMax
  if (rest > 0) parts.push({ text: `And ${plural(rest, 'more', 'more')}: ${publicUrl}/notifications` })
  const where = reviews > 1 ? `in ${reviews} reviews` : null
  return {
    subject: `${count} ${where ?? `in ${shortName(reviewName)}`}`,
    title: `${count} ${where ?? `in ${quietName(reviewName)}`}`,
    parts,
  }
}
