import { z } from 'zod'
import { oneOf } from './paging.ts'

/** How soon mails are sent; those about mentions are always sent at once. */
export const NotifyMode = oneOf(['INSTANT', 'HOURLY', 'DAILY'])
export type NotifyMode = z.infer<typeof NotifyMode>

/** What mails are about; those about mentions are always sent. */
export const MailArea = oneOf(['COMMENTS', 'PEOPLE', 'TRANSFERS', 'WORKSPACES', 'PLANS'])
export type MailArea = z.infer<typeof MailArea>

/** Each once, in the order above. */
export const MailAreas = z
  .array(MailArea, { error: 'Choose which emails to get.' })
  .max(20, { error: 'List each kind of email once.' })
  .transform((areas) => MailArea.options.filter((area) => areas.includes(area)))
