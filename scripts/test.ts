/** `npm test`: finds Chromium and an S3 store (or installs them on Debian), builds what is stale, runs every test. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findSwiftPython, installSwift } from '../apps/server/test/s3/find-swift.ts'
import { getChromium } from './find-chromium.ts'
import { findFfmpeg, installFfmpeg } from './find-ffmpeg.ts'
import { findPgBouncer, installPgBouncer } from './find-pgbouncer.ts'
import { flakySentence, forgetFlaky } from './flaky-tests.ts'
import { staleParts } from './freshness.js'
import { makeRoomyFolder } from './roomy-folder.ts'
import { forgetSkipped, skippedNotes } from './skipped-tests.ts'
import { keepLength, lastLength } from './test-lengths.ts'
import { chosenParts, missingSentences, planSentences, skippedSentences } from './test-plan.ts'
import { filesOf, projects } from './test-projects.ts'

const chosen = process.argv.slice(2)
const started = performance.now()
const everything = projects.map((project) => ({ project, files: filesOf(project) }))
const parts = chosenParts(everything, chosen)
for (const sentence of planSentences(parts, lastLength(chosen))) console.log(sentence)

const run = (command: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1

const wants = (pattern: RegExp) => parts.some(({ files }) => files.some((file) => pattern.test(file)))
const wantsJourneys = wants(/^e2e\//)
const wantsSwift = wants(/s3/)
const wantsFfmpeg = wants(/^e2e\/attached-files|\/video\.test/)
const wantsPgBouncer = wants(/^faults\/pooler/)
const hasPgBouncer = wantsPgBouncer && (findPgBouncer() || installPgBouncer())
const hasFfmpeg = wantsFfmpeg && (findFfmpeg() || installFfmpeg())
const hasSwift = wantsSwift && (findSwiftPython() ?? installSwift()) !== null
const chromium = wantsJourneys ? getChromium() : null
const stale = wantsJourneys ? staleParts() : []
if (stale.length > 0) {
  const built = run(process.execPath, ['scripts/build.ts', ...stale])
  if (built !== 0) process.exit(built)
}
const folder = makeRoomyFolder()
forgetFlaky()
forgetSkipped()
const vitest = (...args: string[]) =>
  run('vitest', ['run', ...args], {
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    // Programs that tests start need a third less time.
    ...(folder === null ? {} : { TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') }),
  })

// Browsers last, and alone: beside tested servers they would only wait.
const withoutBrowser = () =>
  vitest(...projects.flatMap((project) => (project === 'journeys' ? [] : ['--project', project])))
const status =
  chosen.length > 0 ? vitest(...chosen) : withoutBrowser() || (chromium ? vitest('--project', 'journeys') : 0)
if (status === 0) keepLength(chosen, (performance.now() - started) / 1000)
const missing = missingSentences({
  chromium: wantsJourneys && !chromium,
  swift: wantsSwift && !hasSwift,
  ffmpeg: wantsFfmpeg && !hasFfmpeg,
  pgbouncer: wantsPgBouncer && !hasPgBouncer,
})
console.error()
for (const sentence of [...missing, ...skippedSentences(skippedNotes()), flakySentence()])
  console.error(sentence)
process.exit(status === 0 && missing.length > 0 && process.env.CI ? 1 : status)
