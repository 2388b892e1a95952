import { z } from 'zod'
import { FileKind, FilePurpose } from './file-types.ts'
import { Id, IdParams, Time } from './ids.ts'
import { fileNameMax, pdfPasswordMax } from './limits.ts'
import { Done, list, one } from './paging.ts'
import { route } from './route.ts'
import { line } from './text.ts'

export const FileState = z.enum(['PROCESSING', 'READY', 'FAILED'])
export type FileState = z.infer<typeof FileState>

export const File = z.object({
  _id: Id,
  /** Names the stored bytes in file URLs; at least 128 random bits. */
  key: z.string(),
  name: z.string(),
  mime: z.string(),
  kind: FileKind,
  /** Bytes. */
  size: z.int(),
  /** Pixels of the picture, upright. */
  width: z.number().optional(),
  height: z.number().optional(),
  /** Points (1/72 inch) of each PDF page. */
  pages: z.array(z.object({ width: z.number(), height: z.number() })).optional(),
  animated: z.boolean(),
  state: FileState,
  /** Why there is no preview, in words. */
  error: z.string().optional(),
  /** What the preview does not show of it, in words. */
  notice: z.string().optional(),
  /** A PDF that needs a password, which nobody has given yet. */
  locked: z.boolean(),
  thumbnailUrl: z.string(),
  /** First page; add `page=n` to the query for others. */
  previewUrl: z.string(),
  /**
   * Thumbnails use `page=n` too. For files worth zooming: `{page}`, `{level}`, `{x}`, `{y}` in the address; `px` is an
   * edge.
   */
  tiles: z.object({ url: z.string(), px: z.int() }).optional(),
  /** The original; absent where the link does not allow downloads. */
  url: z.string().optional(),
  commentCount: z.int(),
  openCount: z.int(),
  /** The number of the current version; numbers begin at 1 and are never reused. */
  version: z.int(),
  versionCount: z.int(),
  /** When the newest of its comments and replies was written. */
  lastSaidAt: Time.nullable(),
  createdAt: Time,
  can: z.object({
    rename: z.boolean(),
    delete: z.boolean(),
    download: z.boolean(),
    /** Whether the caller may ask for another preview, or open the file with its password. */
    redraw: z.boolean(),
  }),
})
export type File = z.infer<typeof File>

export const FileName = line({
  max: fileNameMax,
  required: 'Please enter a file name',
  tooLong: `A file name can have at most ${fileNameMax} characters.`,
}).transform((name) => name.replace(/[/\\]/g, '_'))

/** The review that an upload will join, a new review, or the file that it is a new version of. */
export const UploadTarget = z.union([z.literal('new'), Id])

/** In this order: the purpose of the file must be known before its bytes arrive. */
const UploadForm = z.object({
  size: z.string().optional().describe('Not needed; the server measures it.'),
  metadata: z.string().optional().describe('Not needed; JSON with width and height.'),
  purpose: FilePurpose.optional().describe('REVIEW if omitted.'),
  review: Id.optional().describe('For guests: the review they comment on.'),
  target: UploadTarget.optional().describe(
    'The review the file is for, the file it is a new version of, or `new`. Adding it elsewhere fails with 409. If omitted: any of your own reviews.',
  ),
  file: z.file(),
})

export const uploadFile = route({
  method: 'POST',
  path: '/file/api/v1',
  access: 'writer',
  summary: 'Upload one file in a form; by tus 1.0.0 at /file/api/v1/tus it can be resumed',
  status: 201,
  form: UploadForm,
  reply: one(File),
})

export const getFile = route({
  method: 'GET',
  path: '/file/api/v1/:id',
  access: 'anyone',
  summary: 'One file',
  params: IdParams,
  reply: one(File),
})

export const RenameFileBody = z.object({ name: FileName })

export const renameFile = route({
  method: 'PATCH',
  path: '/file/api/v1/:id',
  access: 'user',
  summary: 'Rename a file',
  params: IdParams,
  body: RenameFileBody,
  reply: one(File),
})

export const duplicateFile = route({
  method: 'POST',
  path: '/file/api/v1/duplicate/:id',
  access: 'user',
  summary: 'Duplicate a file; the copy shares the stored bytes and belongs to no review yet',
  status: 201,
  params: IdParams,
  reply: one(File),
})

export const redrawFile = route({
  method: 'POST',
  path: '/file/api/v1/redraw/:id',
  access: 'user',
  summary: 'Retry the preview of a file that has none',
  params: IdParams,
  reply: one(File),
})

export const unlockFile = route({
  method: 'POST',
  path: '/file/api/v1/unlock/:id',
  access: 'user',
  summary: 'Unlock a PDF with its password, used once and not stored, and render it',
  params: IdParams,
  body: z.object({
    password: z
      .string({ error: 'Please enter the password' })
      .min(1, 'Please enter the password')
      .max(pdfPasswordMax, `A password can have at most ${pdfPasswordMax} characters.`),
  }),
  reply: one(File),
})

export const deleteFile = route({
  method: 'DELETE',
  path: '/file/api/v1/:id',
  access: 'user',
  summary: 'Delete a file with its comments; if it was in a review, it can be restored for 24 hours',
  params: IdParams,
  reply: Done,
})

export const listFilesByDate = route({
  method: 'GET',
  path: '/file/api/v1/date-wise/:id/REVIEW',
  access: 'anyone',
  summary: 'Files of a review by the day of their upload, newest day first',
  params: IdParams,
  reply: list(z.object({ date: z.string(), files: z.array(File) })),
})
