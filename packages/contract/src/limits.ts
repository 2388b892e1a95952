/** The numbers of the specification, once. Times in milliseconds, sizes in bytes. */

export const maxFileBytes = 524_288_000
export const largeFileBytes = 104_857_600
export const maxJsonBodyBytes = 1_048_576

export const passwordMin = 8
export const passwordMax = 128
export const otpMin = 4
export const otpMax = 6
export const usernameMax = 50

export const reviewNameMax = 200
export const reviewDescriptionMax = 2_000
export const reviewFilesMax = 500
/** Of one review, besides its owner; who is invited counts. */
export const reviewMembersMax = 500
/** Of one account, whatever their size. */
export const accountFilesMax = 50_000
export const fileNameMax = 255
/** Named in one call on transfers. */
export const transferItemsMax = 500
/** That one call on transfers writes. */
export const transferRecordsMax = 10_000
export const transferDepthMax = 32
/** Of one account. */
export const accountFoldersMax = 50_000
/** For so long deleted transfers can be brought back. */
export const transferTrashHours = 24
export const deliveryTitleMax = 200
export const deliveryMessageMax = 2_000
/** Files and folders that were chosen; what lies in these is not counted. */
export const deliveryItemsMax = 4_000
/** Of one delivery, a link for each recipient. */
export const deliveryLinksMax = 200
/** So long a claimed download can go on; what was not finished then is given back. */
export const claimHours = 24
export const messageMax = 10_000
/** Letters of a message in a list, a page or a live event; the rest is fetched by its id. */
export const messageShownMax = 2_000
export const markerPointsMax = 2_000
export const attachmentsMax = 10
/** On one comment. */
export const repliesMax = 200
/** Of JSON, in one page of a list, the page's HTML or one write of a live stream. */
export const pageBytesMax = 256_000
/** What the first replies of a comment may take in a list; the rest is fetched by `repliesCursor`. */
export const threadBytesMax = 16_000
/** Comments, replies and edits of one person: so many at once, then one a second, and so many a day in one review. */
export const wordsAtOnce = 600
export const wordsADay = 2_000
/** On one comment or reply, of all kinds. */
export const reactionsMax = 200
/** Of each kind so many people are named. */
export const reactorsShown = 5
export const mentionsMax = 50
export const guestNameMax = 60
export const accessKeyMin = 4
export const accessKeyMax = 128
export const linkNameMax = 60
export const shareLinksMax = 50
export const invitationDays = 14
/** How long somebody's wish to be let into a review stands; after it they can ask again. */
export const accessRequestDays = 14
/** Addresses in one call; more are refused as too many attempts. */
export const invitedAtOnceMax = 50

export const toastDelayMs = 500
export const toastVisibleMs = 3_000
export const toastExitMs = 3_500
export const resumeDelayMs = 100
export const autoUpdateDelayMs = 1_000
export const publishRedirectMs = 1_500
export const fieldErrorClearMs = 1_000
export const transferCloseMs = 3_000
export const scrollIndicatorMs = 1_500
export const requestTimeoutMs = 300_000

/** Of a message from one person to another. */
export const directMessageMax = 4_000
/** Letters of the newest one, in the list of conversations. */
export const lastWordsMax = 200
export const messageEditMinutes = 15
export const conversationsPageSize = 30
export const messagesPageSize = 50
export const notificationsPageSize = 5
/** Letters of what was said, in a notification. */
export const notificationWordsMax = 140
export const commentsPageSize = 100
export const activityPageSize = 30
/** Customer reviews on the home page. */
export const testimonialsPageSize = 5
export const testimonialMin = 20
export const testimonialMax = 600
/** Of a designation, a company or a place. */
export const workFieldMax = 100
export const experienceMax = 500
export const skillMin = 2
export const skillMax = 40
export const skillsMax = 30
export const connectionsPageSize = 12
/** Of somebody's public reviews, on their card. */
export const workShown = 3
export const connectionNoteMax = 300
export const reportNoteMax = 1_000
/** Requests to connect a day; fewer while the address is not confirmed. */
export const connectADay = 20
export const connectADayUnconfirmed = 5
/** An unanswered or declined request is gone so many days after it was sent. */
export const requestDays = 60
/** The same person may be asked again so many days after the first request was sent. */
export const askAgainDays = 90
export const askAgainWithdrawnDays = 21
/** For so long the record of a review is kept. */
export const activityDays = 365
export const idempotencyHours = 24
export const thumbnailMaxPx = 480
export const previewMaxPx = 2_048
/** Pictures with more have no preview. */
export const maxPicturePixels = 500_000_000
/** Pictures with a longer side are cut into tiles. */
export const tiledFromPx = 4_096
export const pdfPasswordMax = 1_000
export const mobileBreakpointPx = 768

export const searchWordMax = 200
/** Beyond so many matches search says "so many", that counting stays cheap. */
export const searchCountedMax = 1_000

export const workspaceNameMin = 2
export const workspaceNameMax = 100
export const workspaceDescriptionMax = 10_000
/** Of one person. */
export const workspacesMax = 200
/** Of one workspace, besides its owner. */
export const workspaceMembersMax = 100
export const workspaceReviewsMax = 100
export const tasksMax = 20_000
export const taskTitleMin = 2
export const taskTitleMax = 200
export const taskDescriptionMax = 10_000
/** Of one task; they are one level deep. */
export const subtasksMax = 200
export const noteMax = 50_000
/** Of one person in one workspace. */
export const notesMax = 100
export const timelinePageSize = 30
/** For so long what was deleted can be brought back. */
export const restoreHours = 24
