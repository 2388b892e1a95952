import { createValue } from '#web/lib/store'

/** After a code that has ended the password: what sets a new one, until that is done or put off. */
export const newPasswordToken = createValue<string | null>(null)
