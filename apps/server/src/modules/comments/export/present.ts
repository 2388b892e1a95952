import type { Marker } from '@wingmark/contract/comments'
import { personColors } from '@wingmark/contract/person-colors'
import type { ExportedComment, ExportedReply } from '#server/modules/comments/export/store'

export type Exported = {
  file: { id: string; name: string; kind: string; versionCount: number }
  comment: ExportedComment
  /** Null: the comment itself. */
  reply: ExportedReply | null
  /** Of the review's page. */
  reviewUrl: string
  /** The reader's. */
  clock: Clock
}

/** A clock's time: `shown` has that day and hour in its UTC fields. */
type Moment = { shown: Date; text: string }
export type Cell = string | number | Moment | null

type Clock = { zone: string; at: (time: Date) => Moment }

/** Clocks of a time zone by its IANA name. */
export function clockOf(zone: string): Clock {
  const format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  })
  const at = (time: Date) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
    const text = `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`
    return { shown: new Date(`${text.replace(' ', 'T')}Z`), text }
  }
  return { zone, at }
}

const inUtc = (time: Date | null | undefined): Moment | null =>
  time ? { shown: time, text: time.toISOString() } : null
const onClock = ({ clock }: Exported, time: Date | null | undefined) => (time ? clock.at(time) : null)

const percent = (fraction: number | undefined) =>
  fraction === undefined ? null : Math.round(fraction * 100_000) / 1_000

/** `width` in characters, as spreadsheets count. */
type Column = [title: string, cell: (row: Exported) => Cell, width?: number]

const columns: Column[] = [
  ['File', ({ file }) => file.name, 28],
  ['Page', ({ comment }) => comment.marker?.page ?? null],
  ['Number', ({ comment }) => comment.number],
  ['Kind', ({ reply }) => (reply ? 'Reply' : 'Comment')],
  ['Status', ({ comment }) => (comment.status === 'OPEN' ? 'Open' : 'Resolved')],
  ['Author', (row) => writtenOf(row).author, 20],
  ['Guest', (row) => (writtenOf(row).isGuest ? 'Yes' : 'No')],
  ['Message', (row) => messageOf(row), 60],
  ['Attachments', (row) => writtenOf(row).attachments.join(', '), 24],
  ['Shape', ({ comment }) => shapeOf(comment.marker)],
  ['X %', ({ comment }) => percent(comment.marker?.x)],
  ['Y %', ({ comment }) => percent(comment.marker?.y)],
  ['Width %', ({ comment }) => percent(comment.marker?.width)],
  ['Height %', ({ comment }) => percent(comment.marker?.height)],
  ['Written', (row) => inUtc(writtenOf(row).createdAt), 19],
  ['Edited', (row) => inUtc(writtenOf(row).editedAt), 19],
  ['Resolved by', ({ comment }) => comment.resolvedBy, 20],
  ['Link', (row) => linkOf(row), 40],
  ['Written, local', (row) => onClock(row, writtenOf(row).createdAt), 19],
  ['Edited, local', (row) => onClock(row, writtenOf(row).editedAt), 19],
  ['Time zone', ({ clock }) => clock.zone, 20],
  ['Version', ({ comment }) => comment.version],
]

const shapes: Readonly<Record<string, string>> = {
  POINT: 'Point',
  RECTANGLE: 'Region',
  ARROW: 'Arrow',
  FREEHAND: 'Drawing',
}
/** A marker stored without a shape is a point, as the contract reads it. */
const shapeOf = (marker: Marker | null) => marker && (shapes[marker.shape] ?? 'Point')

/** The colour of their pins on screen. */
export const colorOf = (color: number): string => personColors[color] ?? personColors[0]

const usualWidth = 11

export const titles = columns.map(([title]) => title)
export const widths = columns.map(([, , width]) => width ?? usualWidth)
export const cellsOf = (row: Exported): Cell[] => columns.map(([, cell]) => cell(row))

export const writtenOf = ({ comment, reply }: Exported) => reply ?? comment
export const messageOf = ({ comment, reply }: Exported) =>
  reply ? reply.message : comment.isDeleted ? 'This comment was deleted.' : comment.message
/** Opens the comment in the review. */
export const linkOf = ({ reviewUrl, comment }: Exported) => `${reviewUrl}?comment=${comment.id}`
