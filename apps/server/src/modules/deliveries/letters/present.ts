import { dayOf, dayWords } from '@wingmark/contract/days'
import type { LetterFacts } from '#server/modules/deliveries/letters/store'
import { composeLetter, quietName, shortName } from '#server/platform/mail-letter'
import type { Mail } from '#server/platform/mailer'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

const dayText = (at: Date) => dayWords(dayOf(at), 'long')
const countText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`
const sumText = ({ fileCount, size }: LetterFacts) => `${countText(fileCount)}, ${sizeText(size)}`

function listText(facts: LetterFacts): string {
  const rest = facts.fileCount - facts.files.length
  const lines = facts.files.map((file) => `${quietName(file.name)} (${sizeText(file.size)})`)
  return [...lines, ...(rest > 0 ? [`and ${countText(rest)} more`] : [])].join('\n')
}

const endText = ({ expiresAt }: LetterFacts) =>
  expiresAt ? `They can be downloaded until ${dayText(expiresAt)}.` : ''

const pictureName = 'first-file'

type ToRecipient = { url: string; isAgain: boolean; picture: Buffer | null; unsubscribeUrl: string }

/** To a recipient. */
export function sentMail(
  facts: LetterFacts,
  to: string,
  { url, isAgain, picture, unsubscribeUrl }: ToRecipient,
): Mail {
  const { sender, title, message, hasAccessKey } = facts
  const [by, what] = [quietName(sender, 40), quietName(title)]
  const ends = [endText(facts), hasAccessKey ? 'The sender will tell you the password.' : '']
  const letter = composeLetter({
    subject: isAgain
      ? `${shortName(sender, 40)} is waiting for you to download ${shortName(title)}`
      : `${shortName(sender, 40)} sent you ${shortName(title)}`,
    title: isAgain ? `${what} is waiting for you` : `${by} sent you ${countText(facts.fileCount)}`,
    parts: [
      { text: `${what}: ${sumText(facts)}.` },
      ...(message === '' ? [] : [{ quote: message, by, about: 'writes' }]),
      ...(picture === null ? [] : [{ image: pictureName, alt: what, url }]),
      ...(hasAccessKey ? [] : [{ text: listText(facts) }]),
      { button: 'Open the files', url },
      ...ends.filter((text) => text !== '').map((text) => ({ text })),
    ],
    reasons: [
      `You get this because ${by} sent files to this address with Wingmark.`,
      'If you do not know them, ignore it.',
    ],
    unsubscribeUrl,
  })
  return { to, ...letter, ...(picture ? { pictures: [{ name: pictureName, bytes: picture }] } : {}) }
}

type ToSender = { url: string; unsubscribeUrl: string }

const reasons = ['You get this because you sent these files with Wingmark.']

/** On the first whole download of a link. */
export function downloadedMail(facts: LetterFacts, { url, unsubscribeUrl }: ToSender): Mail {
  const who =
    facts.linkEmail === null
      ? `Somebody with the link “${quietName(facts.linkName)}”`
      : quietName(facts.linkEmail)
  const letter = composeLetter({
    subject: `${shortName(facts.title)} was downloaded`,
    title: `${quietName(facts.title)} was downloaded`,
    parts: [
      { text: `${who} has downloaded your files. Later downloads of this link are only counted.` },
      { button: 'See who downloaded it', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}

/** Before the end, when nobody has downloaded it. */
export function unclaimedMail(facts: LetterFacts, { url, unsubscribeUrl }: ToSender): Mail {
  const ends = facts.expiresAt ? ` It ends on ${dayText(facts.expiresAt)}.` : ''
  const letter = composeLetter({
    subject: `Not downloaded yet: ${shortName(facts.title)}`,
    title: 'Not downloaded yet',
    parts: [
      { text: `Nobody has downloaded ${quietName(facts.title)} (${sumText(facts)}).${ends}` },
      { button: 'Extend', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}

/** Three days before the files are deleted. */
export function deletingMail(facts: LetterFacts, { url, unsubscribeUrl }: ToSender): Mail {
  const when = facts.expiresAt ? `on ${dayText(facts.expiresAt)}` : 'soon'
  const letter = composeLetter({
    subject: `The files of ${shortName(facts.title)} will be deleted ${when}`,
    title: `These files will be deleted ${when}`,
    parts: [
      {
        text: `You chose to have the files of ${quietName(facts.title)} (${sumText(facts)}) deleted at the end. For 24 hours after that you can bring them back.`,
      },
      { button: 'Keep them, or extend', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}

/** Somebody came too late. */
export function askedMail(
  facts: LetterFacts,
  { url, name, unsubscribeUrl }: ToSender & { name: string },
): Mail {
  const who = facts.linkEmail ?? name
  const by = who === '' ? 'Somebody' : quietName(who)
  const letter = composeLetter({
    subject: `${shortName(who === '' ? 'Somebody' : who, 60)} would like to download ${shortName(facts.title)}`,
    title: `${by} would like to download ${quietName(facts.title)}`,
    parts: [
      {
        text: 'The link that they have does not open any more. Move its end, and the same link opens again.',
      },
      { button: 'Extend', url },
    ],
    reasons,
    unsubscribeUrl,
  })
  return { to: facts.senderEmail, ...letter }
}
