import type { MailArea, NotifyMode } from '@wingmark/contract/mails'
import { isMention } from '#server/modules/notifications/mailing/mention-mails'
import type {
  AccessNotice,
  CommentNotice,
  Notice,
  Reader,
  TaskNotice,
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
const placeVerbs: Record<Notice['action'], string> = {
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
  const { reviewId, commentId, shareCode } = notice
  const share = shareCode ? `share=${shareCode}&` : ''
  return `${publicUrl}/reviews/${reviewId}?${share}comment=${commentId}`
}

/** Embedded crops, by comment. */
export type Crops = ReadonlyMap<string, Buffer>

const nameOf = (commentId: string) => `comment-${commentId}`

function quoteOf(notice: Notice, crops: Crops, url?: string): EmailContent['parts'][number] {
  if (isOfAccess(notice)) {
    const about = `${placeVerbs[notice.action]} this review`
    return {
      by: bylineOf(notice, quietName),
      quote: quietName(notice.reviewName),
      about,
      ...(url ? { url } : {}),
    }
  }
  const { commentId } = notice
  const picture = commentId !== null && crops.has(commentId) ? { picture: nameOf(commentId) } : {}
  const common = { by: bylineOf(notice, quietName), ...(url ? { url } : {}), ...picture }
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

export function noticeMail(
  reader: Reader,
  notices: readonly [Notice, ...Notice[]],
  at: { publicUrl: string; unsubscribeUrl: string; crops: Crops },
): Mail {
  const { publicUrl, crops } = at
  const isAboutMe = notices.every((notice) => isMention(notice.action))
  const [first] = notices
  const letter =
    notices.length === 1
      ? oneNotice(first, linkTo(publicUrl, first), crops)
      : manyNotices(notices, publicUrl, crops)
  const reasons = isAboutMe
    ? ['You’re receiving this email because someone mentioned you.']
    : [
        `You’re receiving this email because you take part in ${nounOf(notices)}. You get these ${rhythms[reader.notify]}.`,
        `Choose how often: ${publicUrl}/settings`,
      ]
  const once = isAboutMe ? {} : { unsubscribeUrl: at.unsubscribeUrl }
  const pictures = [...crops].map(([id, bytes]) => ({ name: nameOf(id), bytes }))
  return { to: reader.email, ...composeEmail({ ...letter, reasons, ...once }), pictures }
}

const openWords = (notice: Notice) =>
  !isOfTask(notice) ? 'Open comment' : notice.taskId === null ? 'Open workspace' : 'Open task'

type NoticeEmail = Pick<EmailContent, 'subject' | 'title' | 'parts'>

function oneNotice(notice: Notice, url: string, crops: Crops): NoticeEmail {
  const verb = placeVerbs[notice.action]
  const { name } = placeOf(notice)
  const parts = isOfAccess(notice)
    ? [{ button: buttons[notice.action], url }]
    : [quoteOf(notice, crops), { button: openWords(notice), url }]
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

function manyNotices(notices: readonly [Notice, ...Notice[]], publicUrl: string, crops: Crops): NoticeEmail {
  const byPlace = [...Map.groupBy(notices.slice(0, noticesMax), (notice) => placeOf(notice).id).values()]
  const places = new Set(notices.map((notice) => placeOf(notice).id)).size
  const { name } = placeOf(notices[0])
  const count = `${notices.length} updates`
  const parts = byPlace.flatMap((some) => [
    ...(places > 1 && some[0] ? [{ heading: quietName(placeOf(some[0]).name) }] : []),
    ...some.map((notice) => quoteOf(notice, crops, linkTo(publicUrl, notice))),
  ])
  const rest = notices.length - noticesMax
  if (rest > 0) parts.push({ text: `And ${rest} more: ${publicUrl}/notifications` })
  const where = places > 1 ? `in ${nounOf(notices, places)}` : null
  return {
    subject: `${count} ${where ?? `in ${shortName(name)}`}`,
    title: `${count} ${where ?? `in ${quietName(name)}`}`,
    parts,
  }
}
