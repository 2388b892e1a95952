/** How many seconds a test file may take on two cores, by its project. */
export const budgets: Partial<Record<string, number>> = { pure: 10, server: 10, faults: 60, journeys: 60 }

/** Files that may take longer, and why. */
export const allowances: Partial<Record<string, { seconds: number; reason: string }>> = {
  'apps/server/src/modules/users/devices/devices.test.ts': {
    seconds: 25,
    reason: 'it waits twice for the five seconds by which strangers are slowed down',
  },
}
