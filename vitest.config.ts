import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { needsServer } from './scripts/needs-server.ts'

const serverTests = globSync('apps/server/{src,test}/**/*.test.ts')
const withoutServer = serverTests.filter((file) => !needsServer(file))
const isFull = process.env['FAULTS'] === 'full'

/** Three processes share the files: on two cores one often waits for disk or clock. Files undo their global changes. */
// Renderings are the same on every machine, whatever fonts it has.
const env = { CJK_FONT: 'none' }
const together = { pool: 'threads', isolate: false, maxWorkers: 3, env } as const

/** Tests with whole servers and browsers are retried once; `flaky-tests.ts` names those that passed only then. */
const triedAgain = 1

export default defineConfig({
  test: {
    reporters: ['default', './scripts/test-times.ts', './scripts/flaky-tests.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'packages/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'scripts/**/*.test.ts',
            ...withoutServer,
          ],
          ...together,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: withoutServer,
          globalSetup: ['scripts/build-when-stale.ts', 'apps/server/test/start-test-postgres.ts'],
          ...together,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['faults/*.test.ts'],
          globalSetup: 'scripts/build-when-stale.ts',
          setupFiles: 'faults/support/keep-logs.ts',
          retry: triedAgain,
          testTimeout: 300_000,
          // A first start makes a database, beside whatever else the machine does.
          hookTimeout: 300_000,
          // In their full form times are measured: nothing else runs meanwhile.
          maxWorkers: isFull ? 1 : 3,
        },
      },
      {
        test: {
          name: 'long-faults',
          include: ['faults/long/*.test.ts'],
          globalSetup: 'scripts/build-when-stale.ts',
          testTimeout: 1_200_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/start-server.ts',
          retry: triedAgain,
          // Pages live for seconds here: optimising them would take a tenth of the processor.
          env: { CHROMIUM_FLAGS: '--js-flags=--no-opt,--no-maglev' },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // As long as for everything else on a page.
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 3,
        },
      },
    ],
  },
})
