import type { MailArea } from '@wingmark/contract/mails'
import type { NotificationAction } from '@wingmark/contract/notifications'

/** Whether a user wants an email about this at all; mentions are always sent. The store decides when. */
export function isWanted(action: NotificationAction, area: MailArea, areas: readonly MailArea[]): boolean {
  return isMention(action) || areas.includes(area)
}

export const isMention = (action: NotificationAction) => action === 'MENTIONED' || action === 'TASK_MENTIONED'
