import { z } from 'zod'
import { DeliveryState, deliveryItems } from './deliveries.ts'
import { File } from './files.ts'
import { Id, IdParams, Time } from './ids.ts'
import { guestNameMax } from './limits.ts'
import { cursorPage, cursorQuery, Done, first, list, one, page, pageQuery } from './paging.ts'
import { knownDevice, ShareCode } from './reviews.ts'
import { route } from './route.ts'
import { TypedAccessKey } from './secrets.ts'
import { nameLine } from './text.ts'
import { Transfer } from './transfers.ts'

/** A file in a delivery. */
export const DeliveryFile = z.object({
  /** The transfer's id: what `downloadTransfers` and `keepDelivery` take. */
  _id: Id,
  name: z.string(),
  /** Names of the folders that it lies in, from the outermost; empty for what was chosen by itself. */
  path: z.array(z.string()),
  /** The folder that it lies in, to be downloaded whole; null for what was chosen by itself. */
  folder: Id.nullable(),
  size: z.int(),
  /** Its stored bytes are not whole: it cannot be downloaded, and a zip names it in `missing-files.txt`. */
  isDamaged: z.boolean(),
  /**
   * `url` is absent under a limit of downloads. Without previews its picture addresses open nothing, and `previewUrl` and
   * `thumbnailUrl` are empty.
   */
  file: File,
})
export type DeliveryFile = z.infer<typeof DeliveryFile>

const DeliveryFiles = z.object({
  results: z.array(DeliveryFile),
  nextCursor: z.string().nullable(),
  total: z.int(),
})

/** What its receiver sees. */
export const DeliveryPage = z.object({
  _id: Id,
  title: z.string(),
  /** The title, or the name of the first file. */
  name: z.string(),
  message: z.string(),
  /** `_id`: as in comments, by which their colour is chosen. */
  sender: z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() }),
  /** Of the link that they came by; null: never. */
  expiresAt: Time.nullable(),
  allowPreview: z.boolean(),
  isComplete: z.boolean(),
  fileCount: z.int(),
  expectedCount: z.int().nullable(),
  /** How many have arrived, those included that cannot be downloaded yet. */
  arrivedCount: z.int(),
  size: z.int(),
  /** Files and folders that were chosen; one alone is downloaded as it is. */
  itemCount: z.int(),
  /** The first of them, in the order of the sender, folders one after the other. */
  files: DeliveryFiles,
  /**
   * The download named by `claim`; null for one that is not known. `isOver`: it was finished, or cannot go on with what is
   * there now; `isOfAll`: it is of all that is in it now.
   */
  claim: z.object({ _id: Id, isOver: z.boolean(), isOfAll: z.boolean() }).nullable(),
  /** How many downloads are left by this link; null without a limit. All that one visitor takes within a day is one. */
  downloadsLeft: z.int().nullable(),
  /** The visitor has begun one within the last day: what they take of it now is not counted again. */
  isCounted: z.boolean(),
  /** `keep`: copy it into one's own transfers; `change`: it is the sender who looks. */
  can: z.object({ download: z.boolean(), keep: z.boolean(), change: z.boolean() }),
  /** Number of the newest live event already contained here. */
  lastEventId: z.string(),
  createdAt: Time,
})
export type DeliveryPage = z.infer<typeof DeliveryPage>

export const OpenDeliveryBody = z.object({
  /** Or the `shareToken` of an opening; then no key is needed. */
  shareCode: ShareCode,
  accessKey: TypedAccessKey.nullish(),
  ...knownDevice,
})

export const openDelivery = route({
  method: 'PATCH',
  path: '/transfer/api/v1/get-delivery',
  access: 'anyone',
  summary: 'Open a delivery by the code of a link and its access key; 423 if the key is missing',
  body: OpenDeliveryBody,
  reply: one(DeliveryPage.extend({ shareToken: z.string(), deviceToken: z.string() })),
})

/** What was claimed before: who shows it is in the middle of a visit. */
const ofVisit = { claim: z.preprocess(first, Id.optional()).optional() }

export const getDeliveryPage = route({
  method: 'GET',
  path: '/transfer/api/v1/get-delivery/:id',
  access: 'anyone',
  summary: 'The page of a delivery; takes ?share= or X-Share-Token, its sender needs neither',
  params: IdParams,
  query: z.object(ofVisit),
  reply: one(DeliveryPage),
})

export const listDeliveryFiles = route({
  method: 'GET',
  path: '/transfer/api/v1/delivery-files/:id',
  access: 'anyone',
  summary: 'Further files of a delivery; takes ?share= or X-Share-Token',
  params: IdParams,
  query: cursorQuery().extend(ofVisit),
  reply: cursorPage(DeliveryFile),
})

/** `items`: of the delivery, or lying in its folders; all where it is left out. */
export const keepDelivery = route({
  method: 'POST',
  path: '/transfer/api/v1/keep/:id',
  access: 'user',
  status: 201,
  summary: 'Copy a delivery, or part of it, into your own transfers',
  params: IdParams,
  body: z.object({ items: deliveryItems.optional(), parent: z.string().nullable().optional() }),
  reply: list(Transfer),
})

/** Of somebody who need not say it; one line. */
const GivenName = z.string().max(guestNameMax).transform(nameLine)

/** Also for a link that has ended. */
export const askForNewLink = route({
  method: 'PATCH',
  path: '/transfer/api/v1/ask-for-link',
  access: 'anyone',
  summary: 'Ask the sender of a delivery to open its link again; once a day',
  body: z.object({ shareCode: ShareCode, name: GivenName.optional() }),
  reply: Done,
})

/** What was sent to the caller's confirmed address. */
export const ReceivedDelivery = z.object({
  _id: Id,
  /** The link that was sent to them. */
  shareCode: z.string(),
  name: z.string(),
  message: z.string(),
  sender: z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() }),
  state: DeliveryState,
  hasAccessKey: z.boolean(),
  expiresAt: Time.nullable(),
  fileCount: z.int(),
  size: z.int(),
  /** Whether the caller's link was downloaded. */
  isDownloaded: z.boolean(),
  createdAt: Time,
})
export type ReceivedDelivery = z.infer<typeof ReceivedDelivery>

export const listReceived = route({
  method: 'GET',
  path: '/transfer/api/v1/received',
  access: 'user',
  summary: 'Deliveries sent to the caller’s confirmed address',
  query: pageQuery(),
  reply: page(ReceivedDelivery),
})
