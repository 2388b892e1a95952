import type { NotificationAction } from '@wingmark/contract/notifications'
import type { NotifyMode } from '@wingmark/contract/users'

/** Daily mails go out at this hour, UTC. */
export const dailyHour = 7

/** Whether somebody wants a mail about this at all; how soon is the store's question. */
export function isWanted(action: NotificationAction, notify: NotifyMode): boolean {
  return isMention(action) || notify !== 'OFF'
}

export const isMention = (action: NotificationAction) => action === 'MENTIONED' || action === 'TASK_MENTIONED'
