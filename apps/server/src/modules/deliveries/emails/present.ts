import { dayOf, dayWords } from '@wingmark/contract/days'
import { linkWords, receiverWords } from '@wingmark/contract/delivery-facts'
import { formatCount, formatStorage } from '@wingmark/contract/formats'
import type { EmailFacts } from '#server/modules/deliveries/emails/store'
import { composeEmail, quietName, shortName } from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

const dayText = (at: Date) => dayWords(dayOf(at), 'long')
const countText = (count: number) => formatCount(count, 'file')
const sumText = ({ fileCount, size }: EmailFacts) => `${countText(fileCount)}, ${formatStorage(size)}`

function listText(facts: EmailFacts): string {
  const rest = facts.fileCount - facts.files.length
  const lines = facts.files.map((file) => `${quietName(file.name)} (${formatStorage(file.size)})`)
  return [...lines, ...(rest > 0 ? [`and ${countText(rest)} more`] : [])].join('\n')
}

const endText = ({ expiresAt }: EmailFacts) =>
  expiresAt ? `You can download the files until ${dayText(expiresAt)}.` : ''

const pictureName = 'first-file'

type ToRecipient = { url: string; isAgain: boolean; picture: Buffer | null; unsubscribeUrl: string }

/** To a recipient. */
export function sentMail(
  facts: EmailFacts,
  to: string,
  { url, isAgain, picture, unsubscribeUrl }: ToRecipient,
): Mail {
  const { sender, title, message, hasAccessKey } = facts
  const [by, what] = [quietName(sender, 40), quietName(title)]
  const ends = [endText(facts), hasAccessKey ? 'Ask the sender for the password.' : '']
  const letter = composeEmail({
    subject: isAgain
      ? `${shortName(sender, 40)} is waiting for you to download ${shortName(title)}`
      : `${shortName(sender, 40)} sent you ${shortName(title)}`,
    title: isAgain ? `${what} is waiting for you` : `${by} sent you ${countText(facts.fileCount)}`,
    parts: [
      { text: `${what}: ${sumText(facts)}.` },
      ...(message === '' ? [] : [{ quote: message, by, about: 'wrote' }]),
      ...(picture === null ? [] : [{ image: pictureName, alt: what, url }]),
      ...(hasAccessKey ? [] : [{ text: listText(facts) }]),
      { button: 'Open files', url },
      ...ends.filter((text) => text !== '').map((text) => ({ text })),
    ],
    reasons: [
      `You’re receiving this email because ${by} sent files to this address with Wingmark.`,
      'If you don’t know them, ignore this email.',
    ],
    unsubscribeUrl,
  })
  return { to, ...letter, ...(picture ? { pictures: [{ name: pictureName, bytes: picture }] } : {}) }
}

type ToSender = { url: string; unsubscribeUrl: string }

const reasons = ['You’re receiving this email because you sent these files with Wingmark.']

type Downloaded = ToSender & { name: string; what: string; isWhole: boolean }

/** On the first download by a link, and once everything was downloaded. */
export function downloadedMail(
  facts: EmailFacts,
  { url, name, what, isWhole, unsubscribeUrl }: Downloaded,
): Mail {
  const { linkEmail: email, linkName: link } = facts
  const who = quietName(receiverWords({ name, email, link }))
  const fetched = what === '' ? 'your files' : quietName(what)
  const next = isWhole
    ? 'We’ll count further downloads with this link but won’t email you again.'
    : 'You’ll get one more email when all files have been downloaded with this link.'
  const letter = composeEmail({
    subject: isWhole
      ? `${shortName(facts.title)} was downloaded`
      : `First download of ${shortName(facts.title)}`,
    title: isWhole
      ? `${quietName(facts.title)} was downloaded`
      : `First download of ${quietName(facts.title)}`,
    parts: [{ text: `${who} has downloaded ${fetched}. ${next}` }, { button: 'See who downloaded it', url }],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}

/** Before it expires, if nobody has downloaded it. */
export function unclaimedMail(facts: EmailFacts, { url, unsubscribeUrl }: ToSender): Mail {
  const ends = facts.expiresAt ? ` It expires on ${dayText(facts.expiresAt)}.` : ''
  const letter = composeEmail({
    subject: `Not downloaded yet: ${shortName(facts.title)}`,
    title: 'Not downloaded yet',
    parts: [
      { text: `Nobody has downloaded ${quietName(facts.title)} (${sumText(facts)}).${ends}` },
      { button: 'Extend link', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}

/** Three days before the files are deleted. */
export function deletingMail(facts: EmailFacts, { url, unsubscribeUrl }: ToSender): Mail {
  const when = facts.expiresAt ? `on ${dayText(facts.expiresAt)}` : 'soon'
  const letter = composeEmail({
    subject: `The files in ${shortName(facts.title)} will be deleted ${when}`,
    title: `These files will be deleted ${when}`,
    parts: [
      {
        text: `You chose to have the files in ${quietName(facts.title)} (${sumText(facts)}) deleted when it expires. You can restore them for 24 hours after that.`,
      },
      { button: 'Keep or extend', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}

function endedBy({ isEnded, isUsedUp, expiresAt, maxDownloads }: EmailFacts): string {
  const end = isEnded && expiresAt ? `expired on ${dayText(expiresAt)}` : ''
  const limit = isUsedUp ? `has reached its limit of ${formatCount(maxDownloads ?? 0, 'download')}` : ''
  const both = [end, limit].filter((text) => text !== '').join(', and ')
  return both === '' ? 'Their link is already open again.' : `Their link ${both}.`
}

function helpFor({ isEnded, isUsedUp }: EmailFacts): string {
  if (!isEnded && !isUsedUp) return 'They can use it.'
  const [first, ...more] = [
    ...(isEnded ? ['Extend it'] : []),
    ...(isUsedUp ? [isEnded ? 'raise the limit' : 'Raise the limit'] : []),
  ]
  return `${[first, ...more].join(' and ')} to open the same link again, or add a new link for them.`
}

/** Someone opened it too late. */
export function askedMail(
  facts: EmailFacts,
  { url, name, unsubscribeUrl }: ToSender & { name: string },
): Mail {
  const { linkEmail: email, linkName } = facts
  const who = receiverWords({ name, email, link: linkName })
  const by = quietName(who)
  const link = facts.linkEmail === null ? ` They used ${quietName(linkWords(facts.linkName))}.` : ''
  const letter = composeEmail({
    subject: `${shortName(who, 60)} would like to download ${shortName(facts.title)}`,
    title: `${by} would like to download ${quietName(facts.title)}`,
    parts: [
      {
        text: `${endedBy(facts)}${link} ${helpFor(facts)}`,
      },
      { button: facts.isUsedUp && !facts.isEnded ? 'Allow more downloads' : 'Extend link', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}
