import { z } from 'zod'
import type { Deps } from '#server/deps'
import { type EmailWriters, queueEmails } from '#server/modules/mail/service'
import { unreadMail } from '#server/modules/messages/mailing/present'
import { listUnread, takeDue, type Unread } from '#server/modules/messages/mailing/store'
import { dailyHour } from '#server/modules/notifications/mailing/policy'
import { unsubscribeUrl } from '#server/modules/notifications/mailing/service'

const batch = 2_000
/** People who read within this time get no email. */
const waitMinutes = 10

/** The job: emails unread messages, one email per person, in one transaction with marking them. */
export async function mailUnread(deps: Deps): Promise<void> {
  for (;;) {
    const isMore = await deps.db.orm.transaction(async (tx) => {
      const due = await takeDue(tx, { minutes: waitMinutes, dailyHour, limit: batch })
      await queueEmails(tx, 'messages:unread', due.notified)
      return due.isMore
    })
    if (!isMore) return
  }
}

const Facts = z.object({ userId: z.uuid(), conversations: z.array(z.uuid()) })

export const messageEmails: EmailWriters = {
  'messages:unread': async (deps, facts) => {
    const { userId, conversations } = Facts.parse(facts)
    const [first, ...rest]: Unread[] = await listUnread(deps.db, { user: userId, conversations })
    if (!first || !first.isWanted) return null
    const at = { publicUrl: deps.config.publicUrl, unsubscribeUrl: unsubscribeUrl(deps, userId, ['PEOPLE']) }
    return unreadMail([first, ...rest], at)
  },
}
