import { useQuery } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import type { Marker } from '@wingmark/contract/markers'
import { isolated } from '@wingmark/contract/names'
import { AuthorLine } from '#web/features/comments/cards/author-line'
import { WholeMessage } from '#web/features/comments/cards/whole-message'
import { Crop } from '#web/features/room/carry/crop'
import { cropShare } from '#web/features/room/carry/crop-place'
import type { QueueItem } from '#web/features/room/carry/fix-queue'
import { ChangesOf } from '#web/features/room/panel/comment-delivery'
import { PlaceButton } from '#web/features/room/panel/place-button'
import { Thread } from '#web/features/room/panel/thread'
import { outcomeWords } from '#web/features/room/state/outcome-words'
import { useRoom } from '#web/features/room/state/room-context'
import { versionsQuery } from '#web/features/versions/queries'
import classes from './carry.module.css'

type Props = {
  file: File
  item: QueueItem
  count: string
  isBlinked: boolean
  /** Who else looks at it. */
  other: string | null
  /** Called once someone goes to place its pin; null if they may not. */
  onPlace: (() => void) | null
}

/** A comment with its place on both versions. */
export function FixView({ file, item, count, isBlinked, other, onPlace }: Props) {
  const { reviewId } = useRoom()
  const { comment, fix } = item
  const { carried } = comment
  return (
    <>
      <p className={classes.outcome}>
        <strong>{count}</strong>
        {carried ? (
          <span className={classes.sign} data-unsure={carried.confidence === 'UNSURE'}>
            {saidOf(carried)}
          </span>
        ) : (
          <span className={classes.sign}>On the whole file, or not carried over</span>
        )}
        <span className={classes.dim}>{stateOf(item)}</span>
        {other !== null && <span className={classes.dim}>{isolated(other)} is checking this, too</span>}
      </p>
      {carried && <Pair {...{ file, carried, isBlinked }} version={fix.version} />}
      {carried && !carried.marker && onPlace && <PlaceButton comment={comment} onPlace={onPlace} />}
      <article className={classes.thread} aria-label={`Comment ${comment.number ?? ''}`}>
        <AuthorLine
          author={comment.author}
          at={comment.createdAt}
          isEdited={comment.editedAt !== undefined}
        />
        <WholeMessage reviewId={reviewId} comment={comment} />
        <ChangesOf of={comment} />
        <Thread comment={comment} />
      </article>
    </>
  )
}

type PairProps = {
  file: File
  version: number
  carried: NonNullable<QueueItem['comment']['carried']>
  isBlinked: boolean
}

function Pair({ file, version, carried, isBlinked }: PairProps) {
  const { reviewId } = useRoom()
  const { data } = useQuery(versionsQuery(reviewId, file._id))
  const { was, marker } = carried
  const before = data?.find(({ number }) => number === was.version)?.file
  // Not found: the same part of the new version, without a claim.
  const now: Marker = marker ?? was.marker
  const share = cropShare([was.marker, now])
  const old = before && (
    <Crop file={before} marker={was.marker} share={share} label={`The place on version ${was.version}`} />
  )
  const current = marker ? (
    <Crop file={file} marker={marker} share={share} label={`The place on version ${version}`} />
  ) : (
    <div className={classes.none}>Not found on version {version}</div>
  )
  return (
    <div className={classes.pair}>
      <figure>
        {isBlinked ? current : old}
        <figcaption>Version {isBlinked ? version : was.version}</figcaption>
      </figure>
      <figure>
        {isBlinked ? old : current}
        <figcaption>Version {isBlinked ? was.version : version}</figcaption>
      </figure>
    </div>
  )
}

function saidOf(carried: PairProps['carried']): string {
  const isSame = carried.outcome === 'UNCHANGED' && carried.confidence === 'SURE'
  return isSame ? 'Nothing changed here' : outcomeWords(carried)
}

function stateOf({ result, by }: QueueItem): string {
  if (result === null) return ''
  const what = { ACCEPTED: 'Accepted', REOPENED: 'Not yet', PLACED: 'Pin placed' }[result]
  return by ? `${what} by ${isolated(by)}` : what
}
