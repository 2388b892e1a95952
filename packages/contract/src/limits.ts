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
/** In one review, besides its owner; invited people count. */
export const reviewMembersMax = 500
/** Of one account, whatever their size. */
export const accountFilesMax = 50_000
export const fileNameMax = 255
/** In one call on transfers. */
export const transferItemsMax = 500
/** Rows that one call on transfers writes. */
export const transferRecordsMax = 10_000
export const transferDepthMax = 32
/** Of one account. */
export const accountFoldersMax = 50_000
/** How long deleted transfers can be restored. */
export const transferTrashHours = 24
export const deliveryTitleMax = 200
export const deliveryMessageMax = 2_000
/** Files and folders that were chosen; the contents of folders are not counted. */
export const deliveryItemsMax = 4_000
/** Of one delivery, a link for each recipient. */
export const deliveryLinksMax = 200
/** How long a claimed download can continue; then an unfinished one is given back. */
export const claimHours = 24
export const messageMax = 10_000
/** Characters of a message in a list, a page or a live event; the rest is fetched by its id. */
export const messageShownMax = 2_000
export const markerPointsMax = 2_000
export const attachmentsMax = 10
/** On one comment. */
export const repliesMax = 200
/** JSON in one page of a list, a page's HTML, or one write to a live stream. */
export const pageBytesMax = 256_000
/** Size of the first replies of a comment in a list; the rest is fetched by `repliesCursor`. */
export const threadBytesMax = 16_000
/** Comments, replies and edits of one person: a burst, then one a second, and a limit per review and day. */
export const wordsAtOnce = 600
export const wordsADay = 2_000
/** On one comment or reply, of all kinds. */
export const reactionsMax = 200
/** People named for each kind. */
export const reactorsShown = 5
export const mentionsMax = 50
export const guestNameMax = 60
export const accessKeyMin = 4
export const accessKeyMax = 128
export const linkNameMax = 60
export const shareLinksMax = 50
export const invitationDays = 14
/** How long a request for access stands; after that it can be repeated. */
export const accessRequestDays = 14
/** Addresses in one call; more count as too many attempts. */
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
/** Characters of the newest message, in the list of conversations. */
export const lastWordsMax = 200
export const messageEditMinutes = 15
export const conversationsPageSize = 30
export const messagesPageSize = 50
export const notificationsPageSize = 5
/** Characters of a message, in a notification. */
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
/** Someone's public reviews on their card. */
export const workShown = 3
export const connectionNoteMax = 300
export const reportNoteMax = 1_000
/** Requests to connect a day; fewer while the address is unverified. */
export const connectADay = 20
export const connectADayUnconfirmed = 5
/** Days after which an unanswered or declined request is deleted. */
export const requestDays = 60
/** Days after the first request before the same person may be asked again. */
export const askAgainDays = 90
export const askAgainWithdrawnDays = 21
/** How long the activity of a review is stored. */
export const activityDays = 365
export const idempotencyHours = 24
export const thumbnailMaxPx = 480
export const previewMaxPx = 2_048
/** Larger pictures have no preview. */
export const maxPicturePixels = 500_000_000
/** Pictures with a longer side are cut into tiles. */
export const tiledFromPx = 4_096
export const pdfPasswordMax = 1_000
export const mobileBreakpointPx = 768

export const searchWordMax = 200
/** Beyond this many matches search only says "so many", which keeps counting cheap. */
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
/** Of one workspace. */
export const labelsMax = 20
export const labelNameMax = 40
/** Of one task. */
export const taskLabelsMax = 10
/** Of one task; they are one level deep. */
export const subtasksMax = 200
export const noteMax = 50_000
/** Of one person in one workspace. */
export const notesMax = 100
export const timelinePageSize = 30
/** How long deleted things can be restored. */
export const restoreHours = 24

/** Of one review. */
export const roundsMax = 50
export const roundsPageSize = 5
/** Asked by name, in one round. */
export const roundPeopleMax = 100
/** Of one round, with those who came by a link. */
export const roundDecidersMax = 500
/** Decisions of one person in one round, with every change. */
export const decisionsMax = 5_000
export const questionsMax = 10
export const questionTextMax = 300
/** Of a round's message, a decision's note and an answer. */
export const roundNoteMax = 2_000
export const roundReasonMax = 500

export const versionsMax = 100
export const versionNoteMax = 500
