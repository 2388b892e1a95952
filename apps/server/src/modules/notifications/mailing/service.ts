import { MailArea } from '@wingmark/contract/mails'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { onOwnHint } from '#server/modules/events/service'
import { unsafeReadCrop } from '#server/modules/files/crops/service'
import { unsafeReadThumbnail } from '#server/modules/files/serving/service'
import { type EmailWriters, queueEmails } from '#server/modules/mail/service'
import { isWanted } from '#server/modules/notifications/mailing/mention-mails'
import { areaOf, noticeMail } from '#server/modules/notifications/mailing/present'
import {
  addGatheredLook,
  addLookJob,
  findReader,
  listNotices,
  type Notice,
  takeDue,
} from '#server/modules/notifications/mailing/store'
import { unsafeStopMails } from '#server/modules/users/settings/service'
import { notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

const batch = 2_000
/** Events within this time cause one check for due emails. */
const gatherMs = 1_000

/** The job: queues emails for due notifications, in one transaction with marking them. */
export async function mailDueNotices(deps: Deps): Promise<void> {
  for (;;) {
    const isMore = await deps.db.orm.transaction(async (tx) => {
      const due = await takeDue(tx, batch)
      await queueEmails(tx, 'notifications:notices', due.notified)
      if (!due.isMore) await addGatheredLook(tx)
      return due.isMore
    })
    if (!isMore) return
  }
}

/** Checks for due notifications soon after events in this process; the crontab finds the rest. */
export function startLooking(deps: Deps): () => void {
  let timer: NodeJS.Timeout | null = null
  const look = () => {
    timer = null
    deps.db.orm
      .transaction((tx) => addLookJob(tx))
      .catch((error: unknown) => deps.log.debug({ err: error }, 'no look for notifications to mail'))
  }
  const unsubscribe = onOwnHint(deps, (hint) => {
    if (hint.kind === 'subject') timer ??= setTimeout(look, gatherMs).unref()
  })
  return () => {
    unsubscribe()
    if (timer) clearTimeout(timer)
  }
}

const Facts = z.object({ userId: z.uuid(), notifications: z.array(z.uuid()) })

export const noticeEmails: EmailWriters = {
  'notifications:notices': async (deps, facts) => {
    const { userId, notifications } = Facts.parse(facts)
    const reader = await findReader(deps.db, userId)
    if (!reader) return null
    const found = await listNotices(deps.db, userId, notifications)
    const [first, ...rest]: Notice[] = found.filter((notice) =>
      isWanted(notice.action, areaOf(notice), reader.mailAreas),
    )
    if (!first) return null
    const { publicUrl } = deps.config
    const areas = [...new Set([first, ...rest].map(areaOf))]
    const pictures = await readPictures(deps, [first, ...rest])
    return noticeMail(reader, [first, ...rest], {
      publicUrl,
      unsubscribeUrl: unsubscribeUrl(deps, userId, areas),
      pictures,
    })
  },
}

const picturesMax = 6

/** For the first comments and files only; an email does not wait for a picture that fails. */
async function readPictures(deps: Deps, notices: readonly Notice[]): Promise<Map<string, Buffer>> {
  const readers = new Map(notices.flatMap((notice) => picturesOf(deps, notice)))
  const pictures = new Map<string, Buffer>()
  for (const [id, read] of [...readers].slice(0, picturesMax)) {
    const bytes = await read().catch((error: unknown) => {
      deps.log.warn({ err: error, id }, 'a mail goes without the picture of its comment or file')
      return null
    })
    if (bytes) pictures.set(id, bytes)
  }
  return pictures
}

type ReadPicture = [id: string, read: () => Promise<Buffer | null>]

function picturesOf(deps: Deps, notice: Notice): ReadPicture[] {
  if (notice.action === 'VERSION_ADDED')
    return notice.files.map(({ id, key }) => [id, () => unsafeReadThumbnail(deps, key)])
  const comment = 'commentId' in notice ? notice.commentId : null
  return comment === null ? [] : [[comment, () => unsafeReadCrop(deps, comment)]]
}

const partsOf = (userId: string, areas: string) => ['unsubscribe', userId, ...(areas === '' ? [] : [areas])]

/** The address that ends these emails without signing in. */
export function unsubscribeUrl(deps: Deps, userId: string, areas: readonly MailArea[]): string {
  const named = areas.toSorted().join('-')
  const token = `${userId}.${named}.${deps.signer.sign(partsOf(userId, named))}`
  return `${deps.config.publicUrl}/user/api/v1/unsubscribe/${token}`
}

/** Unsubscribe addresses from before there were areas end everything those emails covered. */
const before: readonly MailArea[] = ['COMMENTS', 'PEOPLE', 'TRANSFERS', 'WORKSPACES']

/** The user and areas of an unsubscribe address. Throws NOT_FOUND for a forged one. */
export function readUnsubscribeToken(
  deps: Deps,
  token: string,
): { userId: string; areas: readonly MailArea[] } {
  const [userId = '', ...rest] = token.split('.')
  const [named, mac = ''] = rest.length > 1 ? rest : ['', ...rest]
  if (!isUuid(userId) || !deps.signer.verify(partsOf(userId, named ?? ''), mac)) throw notFound()
  if (!named) return { userId, areas: before }
  return { userId, areas: named.split('-').map((area) => MailArea.parse(area)) }
}

/** Ends emails about the areas in the address; idempotent. */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  const { userId, areas } = readUnsubscribeToken(deps, token)
  if (!(await unsafeStopMails(deps, userId, areas))) throw notFound()
}
