import { z } from 'zod'
import { listActivity } from './activity.ts'
import { Email } from './addresses.ts'
import { Id, IdParams, Time } from './ids.ts'
import {
  accessKeyMax,
  accessKeyMin,
  deliveryItemsMax,
  deliveryLinksMax,
  deliveryMessageMax,
  deliveryTitleMax,
  reviewFilesMax,
  transferItemsMax,
} from './limits.ts'
import {
  cursorPage,
  cursorQuery,
  Done,
  first,
  list,
  one,
  oneOf,
  page,
  pageQuery,
  sortOrder,
} from './paging.ts'
import { filesNotFound, ShareChange } from './reviews.ts'
import { route } from './route.ts'
import { chosenSecret } from './secrets.ts'
import { CreateShareLinkBody, ShareLink, ShareLinkChange } from './share-links.ts'
import { nameLine, paragraph } from './text.ts'
import { Transfer, transferMessages } from './transfers.ts'

/** Days after which a delivery can end; 7 by default. */
export const deliveryDays = [1, 3, 7, 14, 30] as const
export const deliveryDaysByDefault = 7

const expectedFilesMax = 100_000

export const deliveryMessages = {
  noItems: 'Add files to begin a transfer.',
  endIsPast: 'Choose a time in the future.',
  wholeNumber: 'Enter a whole number of 1 or more.',
  keyTooShort: `A password must have at least ${accessKeyMin} characters.`,
  keyTooLong: `A password can have at most ${accessKeyMax} characters.`,
  keyNeeded: 'This delivery needs a password.',
  usedUp: 'This link has reached its download limit.',
  titleTooLong: `A title can have at most ${deliveryTitleMax} characters.`,
  messageTooLong: `A message can have at most ${deliveryMessageMax.toLocaleString('en')} characters.`,
  tooManyLinks: `A delivery can have at most ${deliveryLinksMax} links.`,
  tooManyItems: `A delivery can have at most ${deliveryItemsMax.toLocaleString('en')} files and folders. Put them in one folder.`,
  firstLinkStays: 'The main link of a delivery can’t be deleted. Set its access to NONE to turn it off.',
  nobodyToRemind: 'Everyone has already downloaded this or was reminded today.',
} as const

/**
 * WAITING: files are still to come. ENDED: the last link expired. USED_UP: download limit reached. CLOSED: no open
 * link.
 */
export const DeliveryState = oneOf(['WAITING', 'OPEN', 'ENDED', 'USED_UP', 'CLOSED'])
export type DeliveryState = z.infer<typeof DeliveryState>

export const MailFailure = oneOf(['REFUSED', 'UNWANTED'])
export type MailFailure = z.infer<typeof MailFailure>

const ofReviews = { onlyCurrent: true, allowDecide: true } as const

/** A way into a delivery, as its sender sees it; `access` is VIEW, or NONE for a closed one. */
export const DeliveryLink = ShareLink.omit({ isPlain: true, commentCount: true, ...ofReviews })
  .required({ shareCode: true })
  .extend({
    /** Whom it was sent to; null for a link that the sender hands out. */
    email: z.string().nullable(),
    /** Downloads that were finished. */
    downloadCount: z.int(),
    lastDownloadedAt: Time.nullable(),
    /**
     * Why no mail reached this address. REFUSED: its server rejects mail. UNWANTED: its owner unsubscribed from mails
     * about received files.
     */
    mailFailure: MailFailure.nullable(),
  })
export type DeliveryLink = z.infer<typeof DeliveryLink>

const DownloadedBy = DeliveryLink.pick({
  _id: true,
  name: true,
  email: true,
  downloadCount: true,
  lastDownloadedAt: true,
})

/** What is sent, as its sender sees it. */
export const Delivery = z.object({
  _id: Id,
  /** As it was given; if empty, `name` is shown instead. */
  title: z.string(),
  /** The title, or the name of the first file. */
  name: z.string(),
  message: z.string(),
  state: DeliveryState,
  /** The first link's. */
  shareCode: z.string(),
  shareUrl: z.string(),
  /** Whether the first link is open, expired or not. */
  isLinkOpen: z.boolean(),
  /** When the last of its open links ends; null: never. */
  expiresAt: Time.nullable(),
  hasAccessKey: z.boolean(),
  /**
   * For each recipient's link, and for all other links together; everything one visitor downloads within a day counts
   * once.
   */
  maxDownloads: z.int().nullable(),
  allowPreview: z.boolean(),
  /** Mails to the sender, for each link: when the first file is downloaded, and when all are. */
  tellOnDownload: z.boolean(),
  /** A mail to the sender before the end, if nobody has downloaded it. */
  remind: z.boolean(),
  /** The files are deleted when it expires. */
  deleteAfter: z.boolean(),
  isComplete: z.boolean(),
  /** Files that can be downloaded, including those in folders. */
  fileCount: z.int(),
  /** Files announced; null once the delivery is complete. */
  expectedCount: z.int().nullable(),
  /** Files that have arrived, including those that cannot be downloaded yet. */
  arrivedCount: z.int(),
  /** Bytes. */
  size: z.int(),
  itemCount: z.int(),
  /** Addresses that it was sent to, the first twelve. */
  recipients: z.array(z.string()),
  recipientCount: z.int(),
  /** How many of these no mail has reached; their links say why. */
  unreachedCount: z.int(),
  linkCount: z.int(),
  downloadCount: z.int(),
  openedCount: z.int(),
  lastDownloadedAt: Time.nullable(),
  /** The first twelve links by which it was downloaded, the latest first. */
  downloadedBy: z.array(DownloadedBy),
  /** A small picture of the first file that has one. */
  coverUrl: z.string().nullable(),
  /** Number of the newest live event. */
  lastEventId: z.string(),
  createdAt: Time,
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Delivery = z.infer<typeof Delivery>

/** With its items. */
export const DeliveryDetails = Delivery.extend({
  /** The files and folders that were chosen, in order, `parents` left empty; the first page of `listDeliveryItems`. */
  items: z.array(Transfer),
  links: z.array(DeliveryLink),
})
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

const Title = z
  .string({ error: 'Invalid title' })
  .max(deliveryTitleMax * 4, { error: deliveryMessages.titleTooLong })
  .transform(nameLine)
  .refine((title) => [...title].length <= deliveryTitleMax, { error: deliveryMessages.titleTooLong })

/** Ids of transfers. */
export const deliveryItems = z
  .array(z.string({ error: transferMessages.fileNotFound }), { error: deliveryMessages.noItems })
  .max(transferItemsMax, { error: transferMessages.tooManyChosen })
  .refine((ids) => ids.every((id) => Id.safeParse(id).success), { error: transferMessages.fileNotFound })
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])

/** Moves some items before another one, or to the end; they keep their order. */
const ItemMove = z.object({
  items: deliveryItems.refine((ids) => ids.length > 0, { error: transferMessages.nothingChosen }),
  /** Null: to the end. */
  before: Id.nullable(),
})

const Recipients = z.array(Email, { error: 'Invalid email address' }).max(10_000)

/** On screen: the password. */
const AccessKey = chosenSecret({
  ...{ min: accessKeyMin, tooShort: deliveryMessages.keyTooShort },
  ...{ max: accessKeyMax, tooLong: deliveryMessages.keyTooLong },
})

/** `days` from now by the server's clock, or `expiresAt`; null: never. */
const Terms = z.object({
  title: Title.optional(),
  message: paragraph({ max: deliveryMessageMax, tooLong: deliveryMessages.messageTooLong }).optional(),
  days: z
    .union(
      deliveryDays.map((days) => z.literal(days)),
      {
        error: `Choose one of: ${deliveryDays.join(', ')}`,
      },
    )
    .optional(),
  expiresAt: ShareChange.shape.expiresAt,
  accessKey: AccessKey.nullish(),
  maxDownloads: z
    .int({ error: deliveryMessages.wholeNumber })
    .min(1, { error: deliveryMessages.wholeNumber })
    .max(1_000_000, { error: 'Enter at most 1,000,000.' })
    .nullish(),
  allowPreview: z.boolean().optional(),
  tellOnDownload: z.boolean().optional(),
  remind: z.boolean().optional(),
  deleteAfter: z.boolean().optional(),
  /** Each new address gets its own link and mail; those that have a link stay unchanged. */
  recipients: Recipients.optional(),
})

export const CreateDeliveryBody = Terms.extend({
  items: deliveryItems.optional(),
  /** For its owner and editors: copies of this review's files become the items, in a folder named after it. */
  review: Id.optional(),
  /** Only these files of the review. */
  files: z
    .array(Id)
    .min(1, { error: filesNotFound })
    .max(reviewFilesMax, { error: filesNotFound })
    .optional(),
  /** Files to expect; no mail is sent before the delivery is complete. */
  expectedCount: z
    .int({ error: deliveryMessages.wholeNumber })
    .min(1, { error: deliveryMessages.wholeNumber })
    .max(expectedFilesMax)
    .optional(),
}).refine(
  ({ items, review, expectedCount }) =>
    (items?.length ?? 0) > 0 || review !== undefined || expectedCount !== undefined,
  { path: ['items'], error: deliveryMessages.noItems },
)
export type CreateDeliveryBody = z.output<typeof CreateDeliveryBody>

/** The link works at once; with `expectedCount` the files may follow, by `changeDelivery`. */
export const createDelivery = route({
  method: 'POST',
  path: '/transfer/api/v1/delivery',
  access: 'user',
  log: 'RIGHTS',
  status: 201,
  summary: 'Send files and folders of your transfers, or the files of a review, with links',
  body: CreateDeliveryBody,
  reply: one(DeliveryDetails),
})

const deliverySorts = ['-createdAt', 'createdAt', 'title', '-title', 'expiresAt', '-downloads'] as const
export type DeliverySort = (typeof deliverySorts)[number]

export const listDeliveries = route({
  method: 'GET',
  path: '/transfer/api/v1/delivery',
  access: 'user',
  summary: 'What the caller has sent',
  query: pageQuery().extend({
    state: z.preprocess(first, DeliveryState.optional()).optional(),
    /** Only those with this file or folder among their items. */
    item: z.preprocess(first, Id.optional()).optional(),
    sort: sortOrder(deliverySorts),
  }),
  reply: page(Delivery),
})

export const getDelivery = route({
  method: 'GET',
  path: '/transfer/api/v1/delivery/:id',
  access: 'user',
  summary: 'A delivery with its items and links, for its sender',
  params: IdParams,
  reply: one(DeliveryDetails),
})

export const listDeliveryItems = route({
  method: 'GET',
  path: '/transfer/api/v1/delivery-items/:id',
  access: 'user',
  summary: 'The selected files and folders, in order, for the sender of the delivery',
  params: IdParams,
  query: cursorQuery(),
  reply: cursorPage(Transfer),
})

const LinkAccess = z.enum(['NONE', 'VIEW'], { error: 'Choose one of: NONE, VIEW' }).optional()

export const ChangeDeliveryBody = Terms.extend({
  /** Closes or opens these links at once; all of them where `links` is left out. */
  access: LinkAccess,
  links: z.array(Id).max(deliveryLinksMax).optional(),
  /** All items, in order. */
  items: deliveryItems.optional(),
  /** Appended to its items; several of these calls may run at once. */
  add: deliveryItems.optional(),
  remove: deliveryItems.optional(),
  /** Applied last: items that this call adds can be moved. */
  move: ItemMove.optional(),
  /** Files uploaded so far, while more are to come; those that can be downloaded are counted anyway. */
  arrivedCount: z.int().min(0).max(expectedFilesMax).optional(),
  /** Nothing more is to come: the mails are sent. */
  isComplete: z.literal(true, { error: 'A complete delivery can’t become incomplete.' }).optional(),
})
export type ChangeDeliveryBody = z.output<typeof ChangeDeliveryBody>

/** Expiry and password apply to all its links. Whatever a change takes away is closed at once to current visitors. */
export const changeDelivery = route({
  method: 'PATCH',
  path: '/transfer/api/v1/delivery/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Change a delivery, even after it expired; a later expiry opens it again',
  params: IdParams,
  body: ChangeDeliveryBody,
  reply: one(DeliveryDetails),
})

export const deleteDelivery = route({
  method: 'DELETE',
  path: '/transfer/api/v1/delivery/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Delete a delivery with its links; the files stay in your transfers',
  params: IdParams,
  reply: Done,
})

export const remindRecipients = route({
  method: 'POST',
  path: '/transfer/api/v1/remind/:id',
  access: 'user',
  summary: 'Remind everyone who has not downloaded it, or one of them; once a day each',
  params: IdParams,
  body: z.object({ link: Id.optional() }),
  reply: one(z.object({ _id: Id, count: z.int() })),
})

const LinkParams = IdParams.extend({ linkId: Id })

export const listDeliveryLinks = route({
  method: 'GET',
  path: '/transfer/api/v1/share-link/:id',
  access: 'user',
  summary: 'The links of a delivery, the first one first',
  params: IdParams,
  reply: list(DeliveryLink),
})

export const createDeliveryLink = route({
  method: 'POST',
  path: '/transfer/api/v1/share-link/:id',
  access: 'user',
  log: 'RIGHTS',
  status: 201,
  summary: 'Add a link, or with an email address a recipient; by default it expires with the first one',
  params: IdParams,
  body: CreateShareLinkBody.omit({ allowDownload: true, ...ofReviews }).extend({
    name: CreateShareLinkBody.shape.name.optional(),
    access: LinkAccess,
    email: Email.optional(),
  }),
  reply: one(DeliveryLink),
})

export const changeDeliveryLink = route({
  method: 'PATCH',
  path: '/transfer/api/v1/share-link/:id/:linkId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Change, turn off or reset a link; what it takes away ends at once for people with that link',
  params: LinkParams,
  body: ShareLinkChange.omit({ allowDownload: true, ...ofReviews }).extend({
    access: LinkAccess,
    accessKey: AccessKey.nullish(),
  }),
  reply: one(DeliveryLink),
})

export const deleteDeliveryLink = route({
  method: 'DELETE',
  path: '/transfer/api/v1/share-link/:id/:linkId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Remove a link; people with that link lose access at once',
  params: LinkParams,
  reply: Done,
})

export const listDeliveryActivity = route({
  method: 'GET',
  path: '/transfer/api/v1/activity/:id',
  access: 'user',
  summary: 'Who opened and downloaded a delivery, and what was changed in it; newest first',
  params: IdParams,
  query: listActivity.query,
  reply: listActivity.reply,
})
