import type { LogLevel } from '#server/platform/config'
import { createLog } from '#server/platform/log'

/** A readable log, from warnings up by default. */
export function keptLog(level: LogLevel = 'warn') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  return { log, lines: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)) }
}
