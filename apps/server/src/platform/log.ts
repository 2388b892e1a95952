import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '#server/platform/config'

export type Log = Logger

type LoggedError = { type: string; message: string; code?: string; stack?: string; cause?: LoggedError }

/** A failed query's error repeats its values: addresses, words, hashes. */
export const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

/** Only what helps to find a fault; errors of libraries contain whole connections and people's data. */
export const describeError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(error.stack === undefined ? {} : { stack: withoutValues(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** One JSON line per event on standard output. Secrets in logged objects are left out. */
export const createLog = (level: LogLevel, to: DestinationStream = process.stdout): Log =>
  pino(
    {
      level,
      base: null,
      serializers: { err: describeError, error: describeError },
      redact: {
        paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.accessKey', '*["x-share-token"]'],
        remove: true,
      },
    },
    to,
  )
