import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { globs } from './scripts/test-projects.ts'

const isFull = process.env['FAULTS'] === 'full'

/** A file keeps half a core busy; else it waits for disk, clock, network or another program. */
const sideBySide = 4

// Drawings are the same on every machine, whatever fonts it has.
const env = { CJK_FONT: 'none' }
/** Files share processes: what a file changes for all, it changes back. */
const together = { pool: 'threads', isolate: false, maxWorkers: sideBySide, env } as const

/** Tests with whole servers and browsers are retried once; `flaky-tests.ts` names those that passed only then. */
const triedAgain = 1

export default defineConfig({
  test: {
    reporters: [
      'default',
      './scripts/test-times.ts',
      './scripts/skipped-tests.ts',
      './scripts/flaky-tests.ts',
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          ...globs.pure,
          ...together,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: {
          alias: [{ find: /^#web\//, replacement: fileURLToPath(new URL('apps/web/src/', import.meta.url)) }],
        },
        test: {
          name: 'screens',
          ...globs.screens,
          pool: 'threads',
          maxWorkers: sideBySide,
          environment: 'happy-dom',
          // Nothing here looks at styles, which it would work out for each element.
          environmentOptions: { happyDOM: { settings: { disableComputedStyleRendering: true } } },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          ...globs.server,
          globalSetup: ['scripts/build-when-stale.ts', 'apps/server/test/start-test-postgres.ts'],
          ...together,
          // Rendering has a low priority: on a busy machine it takes a minute, and is still right.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          ...globs.faults,
          globalSetup: ['scripts/build-when-stale.ts', 'apps/server/test/start-test-postgres.ts'],
          setupFiles: 'faults/support/keep-logs.ts',
          retry: triedAgain,
          testTimeout: 300_000,
          // A first start makes a database, beside whatever else the machine does.
          hookTimeout: 300_000,
          expect: { poll: { timeout: 20_000 } },
          // In their full form times are measured: nothing else runs meanwhile.
          maxWorkers: isFull ? 1 : sideBySide,
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
          ...globs.journeys,
          globalSetup: 'e2e/start-server.ts',
          retry: triedAgain,
          // Pages live for seconds here: optimising them would take a tenth of the processor.
          env: { CHROMIUM_FLAGS: '--js-flags=--no-opt,--no-maglev' },
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // As long as for everything else on a page.
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: sideBySide,
        },
      },
    ],
  },
})
