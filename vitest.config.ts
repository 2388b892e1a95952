import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'pure',
          include: ['packages/**/*.test.ts', 'apps/web/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: 'apps/server/test/start-test-postgres.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          include: ['faults/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'long-faults',
          include: ['faults/long/*.test.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // Times are measured: nothing else runs meanwhile.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          globalSetup: 'e2e/start-server.ts',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          // As long as for all else that a page is waited for.
          expect: { poll: { timeout: 30_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
