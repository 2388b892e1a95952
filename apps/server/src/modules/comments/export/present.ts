import type { Marker } from '@wingmark/contract/comments'
import { personColors, pickColor } from '@wingmark/contract/person-colors'
import type { ExportedComment, ExportedReply } from '#server/modules/comments/export/store'

export type Exported = {
  file: { id: string; name: string; kind: string }
  comment: ExportedComment
  /** Null: the comment itself. */
  reply: ExportedReply | null
  /** Of the review's page. */
  reviewUrl: string
}

type Cell = string | number | null

const percent = (fraction: number | undefined) =>
  fraction === undefined ? null : Math.round(fraction * 100_000) / 1_000

const columns: [title: string, cell: (row: Exported) => Cell][] = [
  ['File', ({ file }) => file.name],
  ['Page', ({ comment }) => comment.marker?.page ?? null],
  ['Number', ({ comment }) => comment.number],
  ['Kind', ({ reply }) => (reply ? 'Reply' : 'Comment')],
  ['Status', ({ comment }) => (comment.status === 'OPEN' ? 'Open' : 'Resolved')],
  ['Author', (row) => writtenOf(row).author],
  ['Guest', (row) => (writtenOf(row).isGuest ? 'Yes' : 'No')],
  ['Message', (row) => messageOf(row)],
  ['Attachments', (row) => writtenOf(row).attachments.join(', ')],
  ['Shape', ({ comment }) => shapeOf(comment.marker)],
  ['X %', ({ comment }) => percent(comment.marker?.x)],
  ['Y %', ({ comment }) => percent(comment.marker?.y)],
  ['Width %', ({ comment }) => percent(comment.marker?.width)],
  ['Height %', ({ comment }) => percent(comment.marker?.height)],
  ['Written', (row) => writtenOf(row).createdAt.toISOString()],
  ['Edited', (row) => writtenOf(row).editedAt?.toISOString() ?? null],
  ['Resolved by', ({ comment }) => comment.resolvedBy],
  ['Link', (row) => linkOf(row)],
]

const shapes: Readonly<Record<string, string>> = {
  POINT: 'Point',
  RECTANGLE: 'Region',
  ARROW: 'Arrow',
  FREEHAND: 'Drawing',
}
/** One that is stored without a shape is a point, as the contract reads it. */
const shapeOf = (marker: Marker | null) => marker && (shapes[marker.shape] ?? 'Point')

/** As their pins have it on screen. */
export const colorOf = (authorId: string): string => personColors[pickColor(authorId)] ?? personColors[0]

export const titles = columns.map(([title]) => title)
export const cellsOf = (row: Exported): Cell[] => columns.map(([, cell]) => cell(row))

export const writtenOf = ({ comment, reply }: Exported) => reply ?? comment
export const messageOf = ({ comment, reply }: Exported) =>
  reply ? reply.message : comment.isDeleted ? 'This comment was deleted.' : comment.message
/** Opens the comment in the review. */
export const linkOf = ({ reviewUrl, comment }: Exported) => `${reviewUrl}?comment=${comment.id}`
