/** `npm test`: finds Chromium and an S3 store (or installs them on Debian), builds the web app, runs every test. */
import { spawnSync } from 'node:child_process'
import { findSwiftPython, installSwift } from '../apps/server/test/s3/find-swift.ts'
import { getChromium } from './find-chromium.ts'
import { findFfmpeg, installFfmpeg } from './find-ffmpeg.ts'
import { flakySentence, forgetFlaky } from './flaky-tests.ts'
import { makeRoomyFolder } from './roomy-folder.ts'

const chosen = process.argv.slice(2)
const wantsJourneys =
  chosen.length === 0 || chosen.some((name) => name.includes('e2e') || name.includes('journeys'))
const wantsStore = chosen.length === 0 || chosen.some((name) => name.includes('s3'))

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1

const wantsFfmpeg = chosen.length === 0 || chosen.some((name) => /files|rendering|video/.test(name))
const hasFfmpeg = wantsFfmpeg && (findFfmpeg() || installFfmpeg())
const hasStore = wantsStore && (findSwiftPython() ?? installSwift()) !== null
const chromium = wantsJourneys ? getChromium() : null
if (wantsJourneys) {
  const built = run(process.execPath, ['scripts/build.ts'])
  if (built !== 0) process.exit(built)
}
const folder = makeRoomyFolder()
forgetFlaky()
const vitest = (...args: string[]) =>
  run('vitest', ['run', ...args], {
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    ...(folder === null ? {} : { TMPDIR: folder }),
  })

// Browsers last, and alone: beside tested servers they would only wait.
const withoutBrowser = () => vitest('--project', 'pure', '--project', 'server', '--project', 'faults')
const status =
  chosen.length > 0 ? vitest(...chosen) : withoutBrowser() || (chromium ? vitest('--project', 'journeys') : 0)
const notRun = [
  ...(wantsJourneys && !chromium
    ? [
        'NOT RUN: the browser journeys, because there is no Chromium here and none could be installed.' +
          '\nInstall Chromium or Chrome, or name it in CHROMIUM_PATH, and run npm test again.',
      ]
    : []),
  ...(wantsStore && !hasStore
    ? [
        'NOT RUN: the tests of files on S3, because there is no OpenStack Swift here and none could be installed.' +
          '\nInstall the package python3-swift of Debian or Ubuntu, and run npm test again.',
      ]
    : []),
  ...(wantsFfmpeg && !hasFfmpeg
    ? [
        'NOT RUN: the tests of frames and lengths of videos, because there is no ffmpeg here and none could be installed.' +
          '\nInstall ffmpeg, and run npm test again.',
      ]
    : []),
]
for (const sentence of notRun) console.error(`\n${sentence}`)
console.error(`\n${flakySentence()}`)
process.exit(status === 0 && notRun.length > 0 && process.env.CI ? 1 : status)
