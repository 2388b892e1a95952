/** `npm test`: finds a Chromium (or gets one from Debian's packages), builds the web app, runs every test. */
import { spawnSync } from 'node:child_process'
import { findChromium, installChromium } from './find-chromium.ts'

const chosen = process.argv.slice(2)
const wantsJourneys =
  chosen.length === 0 || chosen.some((name) => name.includes('e2e') || name.includes('journeys'))

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1

const chromium = wantsJourneys ? (findChromium() ?? installChromium()) : null
if (wantsJourneys) {
  const built = run(process.execPath, ['scripts/build.ts'])
  if (built !== 0) process.exit(built)
}
const vitest = (...args: string[]) =>
  run('vitest', ['run', ...args], chromium ? { CHROMIUM_PATH: chromium } : {})

// One after the other: browsers and servers at the same time would only wait for each other.
const withoutBrowser = () => vitest('--project', 'pure', '--project', 'server')
const status =
  chosen.length > 0 ? vitest(...chosen) : withoutBrowser() || (chromium ? vitest('--project', 'journeys') : 0)
if (wantsJourneys && !chromium) {
  console.error(
    '\nNOT RUN: the browser journeys, because there is no Chromium here and none could be installed.' +
      '\nInstall Chromium or Chrome, or name it in CHROMIUM_PATH, and run npm test again.',
  )
  process.exit(status === 0 && process.env.CI ? 1 : status)
}
process.exit(status)
