import { isOver } from '#web/lib/api-error'

/** For `refetchInterval`: milliseconds until the next poll; never for what is gone or inaccessible. */
export const askAgain = (error: unknown, everyMs: number | false): number | false =>
  isOver(error) ? false : everyMs
