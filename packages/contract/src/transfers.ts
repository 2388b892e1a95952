import { z } from 'zod'
import { File } from './files.ts'
import { Id, IdParams, Time } from './ids.ts'
import { isBlank } from './is-blank.ts'
import { fileNameMax, transferItemsMax } from './limits.ts'
import { cursorQuery, maxPageSize, one, oneOf, page, pageQuery, searchWord, sortOrder } from './paging.ts'
import { route } from './route.ts'
import { line, nameLine } from './text.ts'
import { withoutSlashes } from './transfer-names.ts'

export const TransferType = oneOf(['FILE', 'FOLDER'])
export type TransferType = z.infer<typeof TransferType>

/** One file or folder in someone's own tree. */
export const Transfer = z.object({
  _id: Id,
  isRoot: z.boolean(),
  name: z.string(),
  type: z.enum(['FILE', 'FOLDER']),
  file: File.nullable(),
  parent: Id.nullable(),
  /** From the nearest folder upward. */
  parents: z.array(z.object({ parent: Id, name: z.string(), level: z.int(), current: z.boolean() })),
  /** Direct children of a folder. */
  itemCount: z.int(),
  /** Bytes; a folder's size, the sum of its contents, only where the folder itself is requested. */
  size: z.int().nullable(),
  /** A review’s current version of a file with these bytes; only for a single transfer, or a delivery’s items. */
  newer: z.object({ file: Id, name: z.string(), version: z.int() }).optional(),
  createdAt: Time,
  updatedAt: Time,
  /** While it can be restored. */
  deletedAt: Time.nullable(),
  can: z.object({ edit: z.boolean(), download: z.boolean(), delete: z.boolean() }),
})
export type Transfer = z.infer<typeof Transfer>

export const transferMessages = {
  intoItself: 'A folder can’t be moved into itself.',
  chooseFolder: 'Choose a folder.',
  tooDeep: 'Folders can be nested at most 32 deep.',
  tooManyChosen: `Select at most ${transferItemsMax} items at once.`,
  nothingChosen: 'Select something first.',
  tooMuch: 'This is too much for one step. Try one folder at a time.',
  tooManyFolders: 'You’ve reached the folder limit of your account. Delete some folders first.',
  fileNotFound: 'One or more files weren’t found.',
  fileInReview: 'This file is part of a review.',
  fileInMessage: 'This file was sent in a message.',
  folderName: 'Please enter a folder name',
  nameTooLong: `A file name can have at most ${fileNameMax} characters.`,
} as const

export const namelessFile = 'File Transfer'

export const TransferName = line({
  max: fileNameMax,
  required: transferMessages.folderName,
  tooLong: transferMessages.nameTooLong,
}).transform(withoutSlashes)

const GivenName = z
  .string({ error: 'Invalid name' })
  .max(fileNameMax * 4, { error: transferMessages.nameTooLong })
  .nullable()
  .optional()
  .transform((given) => nameLine(given ?? ''))
  .refine((name) => [...name].length <= fileNameMax, { error: transferMessages.nameTooLong })
  .transform((name) => (isBlank(name) ? '' : withoutSlashes(name)))

const fileId = z.string({ error: transferMessages.fileNotFound })

const Parent = z.string().nullable().optional()

export const createTransfer = route({
  method: 'POST',
  path: '/transfer/api/v1',
  access: 'user',
  status: 201,
  summary:
    'Add an uploaded file to your transfers, or create a folder; a file that is already there is returned as it is',
  body: z
    .object({
      type: TransferType.default('FILE'),
      name: GivenName,
      file: fileId.nullable().optional(),
      parent: Parent,
    })
    .refine(({ type, name }) => type === 'FILE' || name !== '', {
      path: ['name'],
      error: transferMessages.folderName,
    })
    .refine(({ type, file }) => type === 'FOLDER' || Id.safeParse(file).success, {
      path: ['file'],
      error: transferMessages.fileNotFound,
    }),
  reply: one(Transfer),
})

const transferSorts = ['-createdAt', 'createdAt', 'name', '-name', 'size', '-size'] as const
export type TransferSort = (typeof transferSorts)[number]

const listQuery = pageQuery().extend({
  // In order of names, the cursor contains one.
  cursor: cursorQuery(maxPageSize, 2_000).shape.cursor,
  sort: sortOrder(transferSorts),
  word: searchWord(),
})

const TransferPage = page(Transfer).extend({
  nextCursor: z.string().nullable(),
  /** The listed folder; null for the root. */
  folder: Transfer.nullable(),
})

export const listTransfers = route({
  method: 'GET',
  path: '/transfer/api/v1/user',
  access: 'user',
  summary: 'Contents of your transfers’ root, folders first; with a word, everything with it in its name',
  query: listQuery,
  reply: TransferPage,
})

export const listFolder = route({
  method: 'GET',
  path: '/transfer/api/v1/user/:id',
  access: 'user',
  summary: 'Contents of a folder, folders first; with a word, everything below it with it in its name',
  params: IdParams,
  query: listQuery,
  reply: TransferPage,
})

export const getTransfer = route({
  method: 'GET',
  path: '/transfer/api/v1/:id',
  access: 'user',
  summary:
    'One file or folder; a folder with the size of everything below it, a file with its newer version in a review',
  params: IdParams,
  reply: one(Transfer),
})

export const renameTransfer = route({
  method: 'PATCH',
  path: '/transfer/api/v1/:id',
  access: 'user',
  summary: 'Rename a file or a folder',
  params: IdParams,
  body: z.object({ name: TransferName }),
  reply: one(Transfer),
})

const Also = z
  .array(Id)
  .max(transferItemsMax - 1, { error: transferMessages.tooManyChosen })
  .optional()
const changed = z.object({ success: z.literal(true), result: Transfer, results: z.array(Transfer) })

/** `parent: null` is the root. */
export const moveTransfer = route({
  method: 'PATCH',
  path: '/transfer/api/v1/move/:id',
  access: 'user',
  summary: 'Move into another folder, with everything named in `also`: all or nothing',
  params: IdParams,
  body: z.object({ parent: z.string({ error: transferMessages.chooseFolder }).nullable(), also: Also }),
  reply: changed,
})

/** Without `parent` it is copied beside itself under another name; copies share the stored bytes. */
export const copyTransfer = route({
  method: 'PATCH',
  path: '/transfer/api/v1/copy/:id',
  access: 'user',
  summary: 'Copy with everything below it and everything named in `also`: all or nothing',
  params: IdParams,
  body: z.object({ parent: Parent, also: Also }),
  reply: changed,
})

export const extractTransfer = route({
  method: 'PATCH',
  path: '/transfer/api/v1/extract/:id',
  access: 'user',
  summary:
    'Extract a folder: its contents move one level up and the empty folder is deleted; restoring it undoes both',
  params: IdParams,
  body: z.object({ also: Also }),
  reply: one(z.object({ _id: Id, moved: z.int() })),
})

export const deleteTransfer = route({
  method: 'DELETE',
  path: '/transfer/api/v1/:id',
  access: 'user',
  summary: 'Delete with everything below it; it can be restored for 24 hours',
  params: IdParams,
  body: z.object({ also: Also }),
  reply: one(z.object({ _id: Id, deletionId: Id, count: z.int() })),
})

export const restoreTransfer = route({
  method: 'POST',
  path: '/transfer/api/v1/restore/:id',
  access: 'user',
  summary: 'Restore a file or folder, or by the id of a deletion everything deleted together',
  params: IdParams,
  body: z.object({ also: Also }),
  reply: changed,
})

export const listDeletedTransfers = route({
  method: 'GET',
  path: '/transfer/api/v1/deleted',
  access: 'user',
  summary: 'What can still be restored, latest first',
  query: pageQuery(),
  reply: page(Transfer),
})

export const deleteTransferForGood = route({
  method: 'DELETE',
  path: '/transfer/api/v1/deleted/:id',
  access: 'user',
  summary: 'Permanently delete what was deleted before',
  params: IdParams,
  reply: one(z.object({ _id: Id })),
})

export const downloadTransfers = route({
  method: 'POST',
  path: '/transfer/api/v1/download',
  access: 'anyone',
  summary:
    'Get an address for a browser to download from: one file as it is, folders and several items as a zip; of a delivery by ?share= or X-Share-Token',
  body: z
    .object({
      /** Items of a delivery, or files in their folders; all by default. */
      items: z
        .array(Id)
        .min(1, { error: transferMessages.nothingChosen })
        .max(transferItemsMax, { error: transferMessages.tooManyChosen })
        .optional(),
      delivery: Id.optional(),
      /** From a call within 24 hours: is not counted again, and continues the download of the same items. */
      claim: Id.optional(),
    })
    .refine(({ items, delivery }) => items !== undefined || delivery !== undefined, {
      path: ['items'],
      error: transferMessages.nothingChosen,
    }),
  reply: one(
    z.object({
      url: z.string(),
      /** For a delivery that others sent. */
      claim: Id.nullable(),
      name: z.string(),
      /** Bytes of the files; a zip is a little larger. */
      size: z.int(),
      expiresAt: Time,
    }),
  ),
})
