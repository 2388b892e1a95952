import { z } from 'zod'
import type { Deps } from '#server/deps'
import { onHint } from '#server/modules/events/service'
import { unsafeReadCrop } from '#server/modules/files/crops/service'
import { type LetterWriters, queueLetters } from '#server/modules/mail/service'
import { isWanted } from '#server/modules/notifications/mailing/policy'
import { noticeMail } from '#server/modules/notifications/mailing/present'
import {
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
/** What happens within this time is told in one mail, also to those who want to know at once. */
const gatherMs = 1_000

/** The job: hands notifications whose time has come to mails, and both in one transaction. */
export async function mailDueNotices(deps: Deps): Promise<void> {
  for (;;) {
    const isMore = await deps.db.orm.transaction(async (tx) => {
      const due = await takeDue(tx, batch)
      await queueLetters(tx, 'notifications:notices', due.told)
      return due.isMore
    })
    if (!isMore) return
  }
}

/** Looks for due notifications soon after something happened on this process. The crontab finds what this misses. */
export function startLooking(deps: Deps): () => void {
  let timer: NodeJS.Timeout | null = null
  const look = () => {
    timer = null
    deps.db.orm
      .transaction((tx) => addLookJob(tx))
      .catch((error: unknown) => deps.log.debug({ err: error }, 'no look for notifications to mail'))
  }
  const forget = onHint(deps, (hint) => {
    if (hint.kind === 'subject') timer ??= setTimeout(look, gatherMs).unref()
  })
  return () => {
    forget()
    if (timer) clearTimeout(timer)
  }
}

const Facts = z.object({ userId: z.uuid(), notifications: z.array(z.uuid()) })

export const noticeLetters: LetterWriters = {
  'notifications:notices': async (deps, facts) => {
    const { userId, notifications } = Facts.parse(facts)
    const reader = await findReader(deps.db, userId)
    if (!reader) return null
    const found = await listNotices(deps.db, userId, notifications)
    const [first, ...rest]: Notice[] = found.filter((notice) => isWanted(notice.action, reader.notify))
    if (!first) return null
    const { publicUrl } = deps.config
    const crops = await readCrops(deps, [first, ...rest])
    return noticeMail(reader, [first, ...rest], {
      publicUrl,
      unsubscribeUrl: unsubscribeUrl(deps, userId),
      crops,
    })
  },
}

const cropsMax = 6

/** Of the first comments; a mail does not wait for one that cannot be drawn. */
async function readCrops(deps: Deps, notices: readonly Notice[]): Promise<Map<string, Buffer>> {
  const crops = new Map<string, Buffer>()
  const ids = new Set(notices.flatMap(({ commentId }) => commentId ?? []))
  for (const id of [...ids].slice(0, cropsMax)) {
    const bytes = await unsafeReadCrop(deps, id).catch((error: unknown) => {
      deps.log.warn({ err: error, commentId: id }, 'a mail goes without the picture of its comment')
      return null
    })
    if (bytes) crops.set(id, bytes)
  }
  return crops
}

const partsOf = (userId: string) => ['unsubscribe', userId]

/** The address that ends such mails without a sign-in. */
export function unsubscribeUrl(deps: Deps, userId: string): string {
  return `${deps.config.publicUrl}/user/api/v1/unsubscribe/${userId}.${deps.signer.sign(partsOf(userId))}`
}

/** Whose mails an unsubscribe address ends. Throws NOT_FOUND for one that we did not make. */
export function readUnsubscribeToken(deps: Deps, token: string): string {
  const [userId = '', mac = ''] = token.split('.')
  if (!isUuid(userId) || !deps.signer.verify(partsOf(userId), mac)) throw notFound()
  return userId
}

/** No more mails about comments; again is fine. */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  const isThere = await unsafeStopMails(deps, readUnsubscribeToken(deps, token))
  if (!isThere) throw notFound()
}
