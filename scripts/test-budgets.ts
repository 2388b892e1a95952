/** How many seconds a test file may take on two cores, beside the others, by its project. */
export const budgets: Partial<Record<string, number>> = {
  ...{ pure: 15, screens: 20, server: 30, faults: 120, journeys: 90 },
}

/** Files that may take longer, and why: at most twelve. Divide a file before it gets a line here. */
export const allowances: Partial<Record<string, { seconds: number; reason: string }>> = {
  'apps/server/src/modules/checks/checks.test.ts': {
    seconds: 80,
    reason: 'reads the words of PDFs and pictures in child processes',
  },
  'apps/server/src/modules/files/rendering/rendering.test.ts': {
    seconds: 70,
    reason: 'draws what is large, damaged and hostile',
  },
  'apps/server/src/platform/media/render.test.ts': { seconds: 70, reason: 'draws what costs most' },
  'apps/server/src/modules/comments/export/pictures.test.ts': {
    seconds: 50,
    reason: 'draws tall and very large pictures for exports',
  },
  'apps/server/src/platform/media/carry/carry-pins.test.ts': {
    seconds: 60,
    reason: 'carries pins over 24 pairs of whole pages',
  },
  'e2e/accounts.test.ts': { seconds: 170, reason: 'every way through an account' },
  'e2e/review-room.test.ts': { seconds: 140, reason: 'ten journeys, each with a review of its own' },
  'e2e/sharing.test.ts': { seconds: 120, reason: 'several people in one room, each with a browser' },
  'e2e/transfers.test.ts': { seconds: 110, reason: 'sends, fetches and scrolls thousands of files' },
  'e2e/workspaces.test.ts': { seconds: 110, reason: 'four days of work, each by several people' },
  'e2e/uploading.test.ts': { seconds: 160, reason: 'sends tens of megabytes over slow lines' },
  'e2e/every-screen.test.ts': { seconds: 150, reason: 'looks at every screen, light and dark' },
}
