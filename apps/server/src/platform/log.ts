import { type Logger, pino } from 'pino'
import type { LogLevel } from '#server/platform/config'

export type Log = Logger

/** One JSON line per event on standard output. Secrets that could ride along in a logged object are left out. */
export const createLog = (level: LogLevel): Log =>
  pino({
    level,
    base: null,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.accessKey', '*["x-share-token"]'],
      remove: true,
    },
  })
