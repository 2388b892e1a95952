import { createValue } from '#web/lib/store'

/** Sets a new password after a code replaced the old one, until done or postponed. */
export const newPasswordToken = createValue<string | null>(null)
