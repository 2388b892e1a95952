import { isOver } from '#web/lib/api-error'

/** For `refetchInterval`: in how many milliseconds to ask again; never about what is gone or out of reach. */
export const askAgain = (error: unknown, everyMs: number | false): number | false =>
  isOver(error) ? false : everyMs
