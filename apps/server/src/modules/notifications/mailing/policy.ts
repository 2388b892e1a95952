import type { MailArea } from '@wingmark/contract/mails'
import type { NotificationAction } from '@wingmark/contract/notifications'

/** Daily emails go out at this hour, UTC. */
export const dailyHour = 7

/** After an email about a review, further ones wait this long, even for people who want them at once. */
export const gatherSeconds = 60

/** Whether a user wants an email about this at all; the store decides when. */
export function isWanted(action: NotificationAction, area: MailArea, areas: readonly MailArea[]): boolean {
  return isMention(action) || areas.includes(area)
}

export const isMention = (action: NotificationAction) => action === 'MENTIONED' || action === 'TASK_MENTIONED'
