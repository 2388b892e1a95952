import { execFileSync } from 'node:child_process'
import { execPath, env as ownEnv } from 'node:process'
import { expect, test } from 'vitest'

/** What a reader in a time zone sees on each day of a year, early, at noon and late. */
function daysIn(zone: string): string {
  const program = `
    import { dayFromNow, formatDueDay, localDay, untilWords } from ${JSON.stringify(new URL('../apps/web/src/lib/days.ts', import.meta.url))}
    for (let day = 1; day <= 365; day++)
      for (const hour of [0, 12, 23]) {
        const now = new Date(2031, 0, day, hour, 59)
        const [today, next, later] = [localDay(now), dayFromNow(1, now), dayFromNow(7, now)]
        console.log(day, hour, today, next, later, formatDueDay(next, '2031-01-01'), untilWords(next, today).words)
      }`
  const env = { ...ownEnv, TZ: zone }
  return execFileSync(execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
}

test('a due day is the same for people in Auckland and Honolulu, on every day of a year', () => {
  const [here = '', ...elsewhere] = [
    'UTC',
    'Pacific/Auckland',
    'Pacific/Honolulu',
    'America/St_Johns',
    'America/Santiago',
  ].map(daysIn)
  expect(here.split('\n')[0]).toBe('1 0 2031-01-01 2031-01-02 2031-01-08 2 Jan tomorrow')
  for (const there of elsewhere) expect(there).toBe(here)
}, 60_000)
