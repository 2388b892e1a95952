import { momentWords } from '@wingmark/contract/days'
import { formatCount } from '@wingmark/contract/formats'
import type { MailArea, NotifyMode } from '@wingmark/contract/mails'
import { isMention } from '#server/modules/notifications/mailing/mention-mails'
import type {
  AccessNotice,
  CommentNotice,
  Notice,
  Reader,
  RoundNotice,
  TaskNotice,
  VersionNotice,
} from '#server/modules/notifications/mailing/store'
import {
  composeEmail,
  type EmailContent,
  quietName,
  quotedWords,
  shortName,
} from '#server/platform/email-content'
import type { Mail } from '#server/platform/mailer'

const noticesMax = 30

const verbs: Record<CommentNotice['action'], string> = {
  COMMENT_ADDED: 'commented on',
  REPLY_ADDED: 'replied to a comment on',
  COMMENT_RESOLVED: 'resolved your comment on',
  MENTIONED: 'mentioned you on',
}

/** Used before the subject's name, for a single notification. */
const placeVerbs: Record<Exclude<Notice, VersionNotice | RoundNotice>['action'], string> = {
  COMMENT_ADDED: 'commented on',
  REPLY_ADDED: 'replied to a comment in',
  COMMENT_RESOLVED: 'resolved your comment in',
  MENTIONED: 'mentioned you in',
  TASK_ASSIGNED: 'assigned you a task in',
  TASK_DONE: 'completed a task in',
  TASK_MENTIONED: 'mentioned you in',
  TASKS_UNASSIGNED: 'left',
  ACCESS_ASKED: 'requested access to',
  ACCESS_GIVEN: 'gave you access to',
}

const buttons: Record<AccessNotice['action'], string> = {
  ACCESS_ASKED: 'See request',
  ACCESS_GIVEN: 'Open review',
}

const taskVerbs: Record<Exclude<TaskNotice['action'], 'TASKS_UNASSIGNED'>, string> = {
  TASK_ASSIGNED: 'assigned you task',
  TASK_DONE: 'completed task',
  TASK_MENTIONED: 'mentioned you on',
}

const rhythms: Record<NotifyMode, string> = {
  INSTANT: 'as things happen',
  HOURLY: 'once an hour',
  DAILY: 'once a day',
}

const isOfTask = (notice: Notice): notice is TaskNotice => 'workspaceId' in notice

const isOfVersions = (notice: Notice): notice is VersionNotice => notice.action === 'VERSION_ADDED'

const isOfRound = (notice: Notice): notice is RoundNotice =>
  notice.action === 'ROUND_OPENED' || notice.action === 'ROUND_DUE' || notice.action === 'DECISION_MADE'

const isOfAccess = (notice: Notice): notice is AccessNotice =>
  notice.action === 'ACCESS_ASKED' || notice.action === 'ACCESS_GIVEN'

export const areaOf = (notice: Notice): MailArea => (isOfTask(notice) ? 'WORKSPACES' : 'COMMENTS')

/** The actor, marked if a guest could be using someone else's name. */
function bylineOf(notice: Notice, named: (name: string, max?: number) => string): string {
  const name = named(notice.by, 40)
  return 'isByGuest' in notice && notice.isByGuest ? `${name} (guest)` : name
}

/** The review or the workspace. */
const placeOf = (notice: Notice) =>
  isOfTask(notice)
    ? { id: notice.workspaceId, name: notice.workspaceName }
    : { id: notice.reviewId, name: notice.reviewName }

/** The same address as in the web app; opening it changes nothing. */
function linkTo(publicUrl: string, notice: Notice): string {
  if (isOfTask(notice)) {
    const { workspaceId, taskId } = notice
    const page = taskId === null ? 'activities' : 'tasks'
    return `${publicUrl}/workspace/${page}?workspaceId=${workspaceId}${taskId === null ? '' : `&task=${taskId}`}`
  }
  if (isOfAccess(notice)) {
    const page = `${publicUrl}/reviews/${notice.reviewId}`
    return notice.action === 'ACCESS_ASKED' ? `${page}?people` : page
  }
  if (isOfRound(notice)) return `${publicUrl}/reviews/${notice.reviewId}`
  if (isOfVersions(notice)) return linkToFile(publicUrl, notice, notice.files[0]?.id ?? '')
  const { reviewId, commentId, shareCode } = notice
  const share = shareCode ? `share=${shareCode}&` : ''
  return `${publicUrl}/reviews/${reviewId}?${share}comment=${commentId}`
}

const linkToFile = (publicUrl: string, { reviewId }: VersionNotice, file: string) =>
  `${publicUrl}/reviews/${reviewId}?file=${file}`

/** Embedded pictures: crops by comment, thumbnails by file. */
export type Pictures = ReadonlyMap<string, Buffer>

const nameOf = (id: string) => `comment-${id}`

function openWords(notice: Exclude<Notice, VersionNotice | RoundNotice>): string {
  if (isOfAccess(notice)) return buttons[notice.action]
  if (!isOfTask(notice)) return 'Open comment'
  return notice.taskId === null ? 'Open workspace' : 'Open task'
}

function quoteOf(
  notice: Exclude<Notice, VersionNotice | RoundNotice>,
  pictures: Pictures,
  url?: string,
): EmailContent['parts'][number] {
  const link = url ? { link: { words: openWords(notice), url } } : {}
  if (isOfAccess(notice)) {
    const about = `${placeVerbs[notice.action]} this review`
    return { by: bylineOf(notice, quietName), quote: quietName(notice.reviewName), about, ...link }
  }
  const { commentId } = notice
  const picture = commentId !== null && pictures.has(commentId) ? { picture: nameOf(commentId) } : {}
  const common = { by: bylineOf(notice, quietName), ...link, ...picture }
  if (isOfTask(notice)) {
    const { action, number, title, message } = notice
    if (action === 'TASKS_UNASSIGNED')
      return { ...common, quote: quietName(title ?? ''), about: 'left the workspace' }
    const quote = message === null ? quietName(title ?? '') : quotedWords(message)
    const about = number === null ? 'mentioned you in the activities' : `${taskVerbs[action]} #${number}`
    return { ...common, quote, about }
  }
  const pin = notice.number === null ? '' : `, pin\u00a0${notice.number}`
  return {
    ...common,
    quote: quotedWords(notice.message, notice.attachments),
    about: `${verbs[notice.action]} ${quietName(notice.fileName)}${pin}`,
  }
}

const due = (notice: RoundNotice) => momentWords(notice.endsAt, notice.timeZone)

/** Its title with names that mail programs leave alone, or with whole ones for a subject. */
function titleOfRound(notice: RoundNotice, named: (name: string, max?: number) => string): string {
  const { action, by, reviewName } = notice
  const title = notice.title.startsWith(by) ? notice.title.slice(by.length) : notice.title
  const words = reviewName === '' ? title : title.replace(reviewName, named(reviewName))
  if (action === 'ROUND_DUE') return words
  return `${bylineOf(notice, named)}${words}`
}

/** The words of the round or the decision, and until when it is wanted. */
function roundParts(notice: RoundNotice, url: string | null): EmailContent['parts'] {
  const { action, message } = notice
  const about = action === 'DECISION_MADE' ? 'decided' : 'asks for your decision'
  const by = action === 'ROUND_DUE' ? 'The round' : bylineOf(notice, quietName)
  const quote = message === '' ? [] : [{ by, about, quote: quotedWords(message) }]
  const until = action === 'DECISION_MADE' ? [] : [{ text: `Due ${due(notice)}` }]
  return [...quote, ...until, ...(url === null ? [] : [{ button: 'Open review', url }])]
}

const versionsMax = 4

type Shown = { publicUrl: string; pictures: Pictures; isAlone: boolean }

/** Picture and words of each of the first files. */
function versionParts(notice: VersionNotice, { publicUrl, pictures, isAlone }: Shown): EmailContent['parts'] {
  const { files } = notice
  const hasLinks = files.length > 1 || !isAlone
  const rest = files.length - versionsMax
  return [
    ...files.slice(0, versionsMax).flatMap((file) => {
      const url = linkToFile(publicUrl, notice, file.id)
      const alt = `The new version of ${quietName(file.name)}`
      const quote = [quietName(file.name), quotedWords(file.note)].filter((line) => line !== '').join('\n')
      return [
        ...(pictures.has(file.id) ? [{ image: nameOf(file.id), alt, url }] : []),
        {
          by: quietName(file.by, 40),
          about: `added version ${file.version}`,
          quote,
          ...(hasLinks ? { link: { words: 'Open file', url } } : {}),
        },
      ]
    }),
    ...(rest > 0
      ? [{ text: `And ${formatCount(rest, 'more file')}: ${publicUrl}/reviews/${notice.reviewId}` }]
      : []),
  ]
}

/** `3 files have a new version in Poster`. */
function versionsIn({ files, reviewName }: VersionNotice, named: (name: string) => string): string {
  const [only, ...others] = files
  const count = others.length === 0 ? `${named(only?.name ?? '')} has` : `${files.length} files have`
  return `${count} a new version in ${named(reviewName)}`
}

export function noticeMail(
  reader: Reader,
  notices: readonly [Notice, ...Notice[]],
  at: { publicUrl: string; unsubscribeUrl: string; pictures: Pictures },
): Mail {
  const { publicUrl, pictures } = at
  const isAboutMe = notices.every((notice) => isMention(notice.action))
  const [first] = notices
  const letter =
    notices.length === 1
      ? oneNotice(first, linkTo(publicUrl, first), pictures, publicUrl)
      : manyNotices(notices, publicUrl, pictures)
  const reasons = isAboutMe
    ? ['You’re receiving this email because someone mentioned you.']
    : [
        `You’re receiving this email because you take part in ${nounOf(notices)}. You get these emails ${rhythms[reader.notify]}.`,
        `Choose how often you get these emails: ${publicUrl}/settings`,
      ]
  const once = isAboutMe ? {} : { unsubscribeUrl: at.unsubscribeUrl }
  const attached = [...pictures].map(([id, bytes]) => ({ name: nameOf(id), bytes }))
  return { to: reader.email, ...composeEmail({ ...letter, reasons, ...once }), pictures: attached }
}

type NoticeEmail = Pick<EmailContent, 'subject' | 'title' | 'parts'>

function oneNotice(notice: Notice, url: string, pictures: Pictures, publicUrl: string): NoticeEmail {
  if (isOfVersions(notice)) {
    const button = { button: notice.files.length > 1 ? 'Open review' : 'Open file', url }
    return {
      subject: versionsIn(notice, shortName),
      title: versionsIn(notice, quietName),
      parts: [...versionParts(notice, { publicUrl, pictures, isAlone: true }), button],
    }
  }
  if (isOfRound(notice))
    return {
      subject: titleOfRound(notice, shortName),
      title: titleOfRound(notice, quietName),
      parts: roundParts(notice, url),
    }
  const verb = placeVerbs[notice.action]
  const { name } = placeOf(notice)
  const button = { button: openWords(notice), url }
  const parts = isOfAccess(notice) ? [button] : [quoteOf(notice, pictures), button]
  return {
    subject: `${bylineOf(notice, shortName)} ${verb} ${shortName(name)}`,
    title: `${bylineOf(notice, quietName)} ${verb} ${quietName(name)}`,
    parts,
  }
}

/** Reviews, workspaces or both, after `these` or a number. */
function nounOf(notices: readonly Notice[], many?: number): string {
  const [first] = notices
  const places = new Set(notices.map((notice) => placeOf(notice).id)).size
  if (first && places === 1) return isOfTask(first) ? 'this workspace' : 'this review'
  const tasks = notices.filter(isOfTask).length
  const noun = tasks === 0 ? 'reviews' : tasks === notices.length ? 'workspaces' : 'reviews and workspaces'
  return `${many ?? 'these'} ${noun}`
}

function manyNotices(
  notices: readonly [Notice, ...Notice[]],
  publicUrl: string,
  pictures: Pictures,
): NoticeEmail {
  const byPlace = [...Map.groupBy(notices.slice(0, noticesMax), (notice) => placeOf(notice).id).values()]
  const places = new Set(notices.map((notice) => placeOf(notice).id)).size
  const { name } = placeOf(notices[0])
  const count = `${notices.length} updates`
  const parts = byPlace.flatMap((some) => [
    ...(places > 1 && some[0] ? [{ heading: quietName(placeOf(some[0]).name) }] : []),
    ...some.flatMap((notice) => {
      if (isOfRound(notice))
        return [{ text: titleOfRound(notice, quietName) }, ...roundParts(notice, linkTo(publicUrl, notice))]
      return isOfVersions(notice)
        ? versionParts(notice, { publicUrl, pictures, isAlone: false })
        : quoteOf(notice, pictures, linkTo(publicUrl, notice))
    }),
  ])
  const rest = notices.length - noticesMax
  if (rest > 0) parts.push({ text: `And ${formatCount(rest, 'more update')}: ${publicUrl}/notifications` })
  const where = places > 1 ? `in ${nounOf(notices, places)}` : null
  return {
    subject: `${count} ${where ?? `in ${shortName(name)}`}`,
    title: `${count} ${where ?? `in ${quietName(name)}`}`,
    parts,
  }
}
