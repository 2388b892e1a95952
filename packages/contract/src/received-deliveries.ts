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
  /** Names of its folders, from the outermost; empty for a chosen item. */
  path: z.array(z.string()),
  /** Its folder, to be downloaded whole; null for a chosen item. */
  folder: Id.nullable(),
  size: z.int(),
  /** Its stored bytes are incomplete: it cannot be downloaded, and a zip lists it in `missing-files.txt`. */
  isDamaged: z.boolean(),
  /**
   * `url` is absent under a download limit. Without previews, `previewUrl` and `thumbnailUrl` are empty and other
   * picture addresses fail.
   */
  file: File,
})
export type DeliveryFile = z.infer<typeof DeliveryFile>

const DeliveryFiles = z.object({
  results: z.array(DeliveryFile),
  nextCursor: z.string().nullable(),
  total: z.int(),
})

/** What a recipient sees. */
export const DeliveryPage = z.object({
  _id: Id,
  title: z.string(),
  /** The title, or the name of the first file. */
  name: z.string(),
  message: z.string(),
  /** `_id`: as in comments, by which their colour is chosen. */
  sender: z.object({ _id: Id, name: z.string(), avatar: z.string().nullable() }),
  /** Expiry of the link that they came by; null: never. */
  expiresAt: Time.nullable(),
  allowPreview: z.boolean(),
  isComplete: z.boolean(),
  fileCount: z.int(),
  expectedCount: z.int().nullable(),
  /** Files that have arrived, including those that cannot be downloaded yet. */
  arrivedCount: z.int(),
  size: z.int(),
  /** Files and folders that were chosen; a single one is downloaded as it is. */
  itemCount: z.int(),
  /** The first files, in the sender's order, folder by folder. */
  files: DeliveryFiles,
  /** The download named by `claim`, if known. `isOver`: finished, or cannot continue. */
  claim: z
    .object({
      _id: Id,
      isOver: z.boolean(),
      /** Its last byte was sent; `delivery.updated` reports that. */
      isFinished: z.boolean(),
      /** It covers all present files. */
      isOfAll: z.boolean(),
    })
    .nullable(),
  /** Downloads left by this link; null without a limit. Everything one visitor downloads within a day counts once. */
  downloadsLeft: z.int().nullable(),
  /** The visitor began a download within 24 hours: what they download now is not counted again. */
  isCounted: z.boolean(),
  /** `keep`: copy it into the caller's transfers; `change`: the caller is the sender. */
  can: z.object({ download: z.boolean(), keep: z.boolean(), change: z.boolean() }),
  /** Number of the newest live event already contained here. */
  lastEventId: z.string(),
  createdAt: Time,
})
export type DeliveryPage = z.infer<typeof DeliveryPage>

export const OpenDeliveryBody = z.object({
  /** Or the `shareToken` of an opening, which needs no access key. */
  shareCode: ShareCode,
  accessKey: TypedAccessKey.nullish(),
  ...knownDevice,
})

export const openDelivery = route({
  method: 'PATCH',
  path: '/transfer/api/v1/get-delivery',
  access: 'anyone',
  summary:
    'Open a delivery by the code of a link and its access key; 423 with the sender’s name if it is missing',
  body: OpenDeliveryBody,
  reply: one(DeliveryPage.extend({ shareToken: z.string(), deviceToken: z.string() })),
})

/** The visitor's claim: with it, their page stays open during the visit. */
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

/** `items`: those of the delivery, or files in their folders; all by default. */
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

/** An optional name, on one line. */
const GivenName = z.string().max(guestNameMax).transform(nameLine)

/** Also for an expired link. */
export const askForNewLink = route({
  method: 'PATCH',
  path: '/transfer/api/v1/ask-for-link',
  access: 'anyone',
  summary: 'Ask the sender of a delivery to open its link again; once a day',
  body: z.object({ shareCode: ShareCode, name: GivenName.optional() }),
  reply: Done,
})

/** What was sent to the caller's verified address. */
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
