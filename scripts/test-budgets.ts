/** How many seconds a test file may take on two cores, by its project. */
export const budgets: Partial<Record<string, number>> = { pure: 10, server: 10, faults: 120, journeys: 60 }

/** Files that may take longer, and why. */
export const allowances: Partial<Record<string, { seconds: number; reason: string }>> = {
  'apps/server/src/modules/users/devices/devices.test.ts': {
    seconds: 25,
    reason: 'it waits twice for the five seconds by which strangers are slowed down',
  },
  'apps/server/src/modules/users/sign-in-attempts/sign-in-attempts.test.ts': {
    seconds: 20,
    reason:
      'starts the application three times, and waits for the five seconds by which strangers are slowed down',
  },
  'apps/server/src/modules/checks/checks.test.ts': {
    seconds: 50,
    reason: 'reads the words of PDFs and pictures in child processes',
  },
  'apps/server/src/modules/checks/run/not-run.test.ts': {
    seconds: 20,
    reason: 'reads the words of a picture in a child process',
  },
  'apps/server/src/modules/ai/ai.test.ts': {
    seconds: 20,
    reason: 'starts the application with a model, beside another process, and without one',
  },
  'apps/server/test/operator-commands.test.ts': {
    seconds: 25,
    reason: 'each command is a process of its own that loads the server',
  },
  'apps/server/src/db/search-words.test.ts': {
    seconds: 30,
    reason: 'folds all of Unicode in databases of three locales, two of which it makes',
  },
  'apps/server/src/modules/search/backfill/backfill.test.ts': {
    seconds: 25,
    reason: 'starts the application four times, on one database',
  },
  'scripts/search-function.test.ts': {
    seconds: 20,
    reason: 'asks for each character of Unicode several times',
  },
  'apps/server/src/db/standstill.test.ts': { seconds: 30, reason: 'the database is silent for seconds' },
  'apps/server/src/modules/access/revocation.test.ts': {
    seconds: 80,
    reason: 'twenty rooms with drawn files, and a link that expires by itself',
  },
  'apps/server/src/modules/files/integrity/integrity.test.ts': {
    seconds: 40,
    reason: 'stores and reads hundreds of megabytes',
  },
  'apps/server/src/modules/connections/operator/program.test.ts': {
    seconds: 20,
    reason: 'starts the program five times',
  },
  'apps/server/test/who-may-call/between-two.test.ts': {
    seconds: 20,
    reason: 'asks as seven kinds of callers, each call about people of its own',
  },
  'apps/server/src/modules/files/retry-rendering/retry-rendering.test.ts': {
    seconds: 25,
    reason: 'draws long PDFs',
  },
  'apps/server/src/modules/files/rendering/rendering.test.ts': {
    seconds: 45,
    reason: 'draws what is large, damaged and hostile',
  },
  'apps/server/src/modules/files/tiles/tiles.test.ts': {
    seconds: 20,
    reason: 'draws a large picture in tiles',
  },
  'apps/server/src/modules/files/tus/bounds.test.ts': {
    seconds: 20,
    reason: 'waits for lines to be given up',
  },
  'apps/server/src/modules/files/upload/upload.test.ts': {
    seconds: 50,
    reason: 'sends files of many megabytes',
  },
  'apps/server/src/modules/transfers/transfers.test.ts': {
    seconds: 15,
    reason: 'makes trees of hundreds of files, and zips of them',
  },
  'apps/server/src/modules/files/tus/tus.test.ts': { seconds: 15, reason: 'sends files in many pieces' },
  'apps/server/src/modules/live/live.test.ts': { seconds: 60, reason: 'sends to readers that take nothing' },
  'apps/server/src/modules/notifications/mailing/mailing.test.ts': {
    seconds: 15,
    reason: 'each test waits for mails',
  },
  'apps/server/src/modules/mail/mail.test.ts': { seconds: 20, reason: 'mails are tried again' },
  'apps/server/src/modules/reviews/invitations/invitations.test.ts': {
    seconds: 20,
    reason: 'each test waits for mails',
  },
  'apps/server/src/modules/reviews/members/members.test.ts': {
    seconds: 20,
    reason: 'each test opens a room',
  },
  'apps/server/src/modules/reviews/requests/requests.test.ts': {
    seconds: 15,
    reason: 'waits for mails, and asks until it is too often',
  },
  'apps/server/src/modules/reviews/reviews.test.ts': { seconds: 15, reason: 'publishes hundreds of files' },
  'apps/server/src/modules/users/codes/codes.test.ts': {
    seconds: 20,
    reason: 'compares the times of a hundred passwords',
  },
  'apps/server/src/platform/media/render.test.ts': { seconds: 70, reason: 'draws what costs most' },
  'apps/server/src/modules/comments/export/pictures.test.ts': {
    seconds: 30,
    reason: 'draws tall and very large pictures for exports',
  },
  'apps/server/src/modules/deliveries/deliveries.test.ts': {
    seconds: 20,
    reason: 'sends, changes, closes and counts in many ways',
  },
  'apps/server/src/platform/media/tiles.test.ts': { seconds: 20, reason: 'draws a large picture in tiles' },
  'apps/server/src/platform/storage-s3.test.ts': { seconds: 60, reason: 'starts a Swift, and takes it away' },
  'apps/server/src/modules/workspaces/workspaces.test.ts': {
    seconds: 20,
    reason: 'asks as seven kinds of callers, each a new account',
  },
  'apps/server/src/modules/subscriptions/billing/billing.test.ts': {
    seconds: 20,
    reason: 'each test waits for jobs',
  },
  'apps/server/test/at-once.test.ts': { seconds: 30, reason: 'does everything at once for eight seconds' },
  'apps/server/test/s3/files-on-s3.test.ts': { seconds: 90, reason: 'starts a Swift, and takes it away' },
  'apps/server/test/s3/start-on-s3.test.ts': { seconds: 45, reason: 'starts whole servers' },
  'apps/server/test/start.test.ts': { seconds: 80, reason: 'starts whole servers, twenty times' },
  'apps/server/test/typed-client.test.ts': {
    seconds: 20,
    reason: 'makes the types of a client, and checks a program by them',
  },
  'apps/server/test/verify-storage.test.ts': { seconds: 30, reason: 'starts whole servers' },
  'apps/server/test/who-may-call/who-may-call.test.ts': {
    seconds: 60,
    reason: 'asks every route as every kind of person',
  },
  'e2e/accounts.test.ts': { seconds: 120, reason: 'every way through an account' },
  'e2e/attaching.test.ts': { seconds: 150, reason: 'sends tens of megabytes over slow lines' },
  'e2e/uploading.test.ts': { seconds: 180, reason: 'sends tens of megabytes over slow lines' },
  'apps/server/src/modules/files/page-cache.test.ts': {
    seconds: 30,
    reason: 'draws the further pages of long documents',
  },
  'apps/server/src/modules/files/rendering/video.test.ts': {
    seconds: 25,
    reason: 'makes videos with ffmpeg, and takes their frames',
  },
  'e2e/sharing.test.ts': { seconds: 110, reason: 'several people in one room, each with a browser' },
  'e2e/every-screen.test.ts': { seconds: 180, reason: 'looks at every screen, light and dark' },
  'e2e/review-room.test.ts': { seconds: 110, reason: 'ten journeys, each with a review of its own' },
  'e2e/opening-a-link.test.ts': { seconds: 90, reason: 'eight journeys, each with a review of its own' },
  'e2e/deep-zoom.test.ts': { seconds: 75, reason: 'waits for tiles of large pictures to be drawn' },
  'e2e/upload-dialogs.test.ts': { seconds: 85, reason: 'waits as long as the dialogs do' },
  'e2e/transfers.test.ts': { seconds: 110, reason: 'sends, fetches and scrolls thousands of files' },
  'e2e/workspaces.test.ts': { seconds: 100, reason: 'four days of work, each by several people' },
  'e2e/commenting-offline.test.ts': { seconds: 75, reason: 'lines that break and come back' },
  'e2e/lost-access.test.ts': {
    seconds: 75,
    reason: 'people lose access and get it back, each with a browser',
  },
}
