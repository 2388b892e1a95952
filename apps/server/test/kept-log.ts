import { createLog } from '#server/platform/log'

/** A log whose lines can be read, from warnings on. */
export function keptLog() {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  return { log, lines: (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line)) }
}
