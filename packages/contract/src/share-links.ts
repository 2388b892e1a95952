import { z } from 'zod'
import { Id, IdParams, Time } from './ids.ts'
import { linkNameMax } from './limits.ts'
import { list, one } from './paging.ts'
import { plainAddressClosed, ShareAccess, ShareChange } from './reviews.ts'
import { route } from './route.ts'
import { line } from './text.ts'

export const plainAddressName = 'Plain address'

/** When an address was refused after ten different wrong keys; shown to the owner. */
export const KeyTries = z.object({ closedSince: Time, closedUntil: Time })
export type KeyTries = z.infer<typeof KeyTries>

/** A way into a review, as its owner sees it: a link, or the plain address, by which nobody joins. */
export const ShareLink = z.object({
  _id: Id,
  name: z.string(),
  isFirst: z.boolean(),
  isPlain: z.boolean(),
  access: ShareAccess,
  allowDownload: z.boolean(),
  /** Earlier versions of the files, and comments made on these, are hidden. */
  onlyCurrent: z.boolean(),
  /** Whether people with the link may decide in rounds, where it lets them comment. */
  allowDecide: z.boolean(),
  /** The plain address has none. */
  shareCode: z.string().optional(),
  shareUrl: z.string(),
  hasAccessKey: z.boolean(),
  keyTries: KeyTries.nullable(),
  expiresAt: Time.nullable(),
  /** Openings within the last year, one for each viewer and day. */
  openingCount: z.int(),
  lastOpenedAt: Time.nullable(),
  /** Comments by people who came by it, without replies. */
  commentCount: z.int(),
  createdAt: Time,
  can: z.object({ rename: z.boolean(), rotate: z.boolean(), delete: z.boolean() }),
})
export type ShareLink = z.infer<typeof ShareLink>

const LinkName = line({
  max: linkNameMax,
  required: 'Please enter a name for the link',
  tooLong: `A link name can have at most ${linkNameMax} characters.`,
})

const LinkParams = IdParams.extend({ linkId: Id })

export const listShareLinks = route({
  method: 'GET',
  path: '/review/api/v1/share-link/:id',
  access: 'user',
  summary: 'The plain address and the links of a review, the first one first; for its owner',
  params: IdParams,
  reply: list(ShareLink),
})

export const CreateShareLinkBody = ShareChange.omit({ rotate: true }).extend({ name: LinkName })
export type CreateShareLinkBody = z.output<typeof CreateShareLinkBody>

export const createShareLink = route({
  method: 'POST',
  path: '/review/api/v1/share-link/:id',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Add a named link with its own access, key, expiry and downloads',
  status: 201,
  params: IdParams,
  body: CreateShareLinkBody,
  reply: one(ShareLink.required({ shareCode: true }).extend(plainAddressClosed)),
})

export const ShareLinkChange = ShareChange.extend({
  name: LinkName.optional(),
  /** Lets everyone try access keys again. */
  forgiveTries: z.literal(true).optional(),
})
export type ShareLinkChange = z.output<typeof ShareLinkChange>

export const changeShareLink = route({
  method: 'PATCH',
  path: '/review/api/v1/share-link/:id/:linkId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Change or reset a link; what it takes away ends at once for people with that link',
  params: LinkParams,
  body: ShareLinkChange,
  reply: one(ShareLink.extend(plainAddressClosed)),
})

export const firstLinkStays =
  'The first link of a review can’t be deleted. Set its access to NONE to turn it off.'
export const plainAddressStays =
  'The plain address of a review can’t be deleted. Set its access to NONE to turn it off.'
export const plainAddressHasNoCode = 'The plain address has no code to reset.'
export const nobodyJoinsByPlainAddress =
  'The plain address can allow viewing and commenting, but not editing.'

export const deleteShareLink = route({
  method: 'DELETE',
  path: '/review/api/v1/share-link/:id/:linkId',
  access: 'user',
  log: 'RIGHTS',
  summary: 'Remove a link; people with that link lose access at once',
  params: LinkParams,
  reply: one(z.object({ _id: Id, ...plainAddressClosed })),
})
