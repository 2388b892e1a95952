import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { useMemo, useRef } from 'react'
import type { CommentItem } from '#web/features/comments/outbox/comment-changes'
import { CrosshairMark } from '#web/features/room/stage/crosshair-mark'
import { DesignStage } from '#web/features/room/stage/design-stage'
import { FindingOutlines } from '#web/features/room/stage/finding-outlines'
import { FirstHint, MoveHint } from '#web/features/room/stage/first-hint'
import { MarkComposer } from '#web/features/room/stage/mark-composer'
import { MeasureLayer } from '#web/features/room/stage/measure-layer'
import { nextNumber } from '#web/features/room/stage/next-number'
import { OthersPointers } from '#web/features/room/stage/others-pointers'
import { pinsOfPage } from '#web/features/room/stage/page-pins'
import { PinCanvas } from '#web/features/room/stage/pin-canvas'
import type { PinLayer } from '#web/features/room/stage/pin-layer'
import { PlacingHint } from '#web/features/room/stage/placing-hint'
import { SeenAsFilters } from '#web/features/room/stage/seen-as-filters'
import { SeenAsName } from '#web/features/room/stage/seen-as-name'
import { useCrosshair } from '#web/features/room/stage/use-crosshair'
import { useMarking } from '#web/features/room/stage/use-marking'
import { useMeasuring } from '#web/features/room/stage/use-measuring'
import { useMoving } from '#web/features/room/stage/use-moving'
import { usePlacing } from '#web/features/room/stage/use-placing'
import { useRefusedMark } from '#web/features/room/stage/use-refused-mark'
import { useRestoredDraft } from '#web/features/room/stage/use-restored-draft'
import { useReveal } from '#web/features/room/stage/use-reveal'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { useZoomInAddress } from '#web/features/room/stage/use-zoom-in-address'
import { useRoomState } from '#web/features/room/state/room-context'
import { isShown, usePending, useReviewData } from '#web/features/room/state/room-data'
import { allStandingOn } from '#web/features/room/state/standing'
import { useSession } from '#web/lib/session'

/** `comments`: of all versions. */
type Props = { file: File; page: number; comments: readonly Comment[] }

/** The design with its pins, and all interaction with it. */
export function Stage({ file, page, comments: all }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const layer = useRef<PinLayer | null>(null)
  const { review } = useReviewData()
  const { version } = file
  const mayPlace = useSession().token !== null
  const comments = useMemo(() => allStandingOn(all, version, mayPlace), [all, version, mayPlace])
  const waiting = usePending(all)
  const pending = useMemo(() => waiting.filter((item) => isOfVersion(item, version)), [waiting, version])
  const filter = useRoomState((state) => state.filter)
  const selected = useRoomState((state) => state.selected)
  const mark = useRoomState((state) => state.mark)
  const seenAs = useRoomState((state) => state.seenAs)
  const mayMark = review.can.comment
  const areFindingsShown = useRoomState((state) => state.panel === 'CHECKS') && review.can.edit

  const marking = useMarking({ file, page, comments, layer, mayMark })
  const moving = useMoving({ stage, page, comments, layer })
  const { measure, measures, ...measuring } = useMeasuring({ stage, file, page, begin: marking.begin })
  const placing = usePlacing({ file, page, comments: all })
  const isPlacing = placing.comment !== null
  const keys = useCrosshair({
    ...{ stage, page, mayStart: () => mayMark || isPlacing, mayMeasure: true },
    choose(place) {
      if (isPlacing) return placing.put(place)
      if (measure) return measuring.choose(place)
      marking.begin(place)
      return false
    },
  })
  useZoomInAddress(file._id, page)
  useReveal(stage, comments, page)
  useRefusedMark(file._id)
  const isRestored = useRestoredDraft(file, page)

  // Selecting changes the pins only for a thread that the filter would hide.
  const kept = comments.find((one) => one._id === selected && !isShown(one, filter, null))?._id ?? null
  const shown = useMemo(
    () => pinsOfPage(comments, pending, { page, filter, selected: kept, next: nextNumber(all, []) }),
    [comments, pending, page, filter, kept, all],
  )
  const left = useRoomState((state) => (state.arePinsHidden ? (state.selected ?? 'none') : null))
  const pins = useMemo(() => (left === null ? shown : shown.filter((pin) => pin.id === left)), [shown, left])
  const number = nextNumber(all, waiting)
  const drawing = measure ? null : (marking.drawing ?? keys.drawing)
  const isHeld = marking.drawing?.width === 0 && marking.drawing.height === 0
  const shifted = measure ? null : moving.shifted
  const marker = drawing ?? (shifted?.id === null ? shifted.now : mark?.marker) ?? null
  const draft = useMemo(
    () => (marker ? { marker, label: drawing ? null : String(number) } : null),
    [marker, drawing, number],
  )

  const handlers: StageHandlers = {
    ...marking.handlers,
    ...moving.handlers,
    onHover(at) {
      marking.handlers.onHover(at)
      moving.onHover(at)
    },
  }
  const leave = () => {
    if (keys.crosshair) keys.stop()
    if (moving.isByKeys) moving.stop()
  }

  return (
    <DesignStage
      stage={stage}
      file={file}
      page={page}
      handlers={measure ? measuring.handlers : isPlacing ? placing.handlers : handlers}
      data-marks={mayMark || isPlacing}
      data-seen-as={seenAs}
      data-over-pin={marking.isOverPin && !isPlacing}
      data-grip={measure || isPlacing ? null : moving.under}
      aria-label={stageLabel(file, mayMark)}
      onKeyDown={(event) => (keys.crosshair ? keys.onKeyDown(event) : moving.onKeyDown(event))}
      onBlur={leave}
      onPointerDown={leave}
    >
      {areFindingsShown && <FindingOutlines file={file} page={page} stage={stage} />}
      <PinCanvas layer={layer} pins={pins} draft={draft} shifted={shifted} />
      <OthersPointers fileId={file._id} page={page} />
      {keys.crosshair && <CrosshairMark crosshair={keys.crosshair} />}
      {mark && mark.fileId === file._id && (mark.version ?? version) === version && (
        <MarkComposer
          key={`${file._id} ${mark.version} ${mark.finding ?? ''}`}
          mark={mark}
          isFocused={!isRestored(mark)}
        />
      )}
      {measure && <MeasureLayer measure={measure} measures={measures} crosshair={keys.crosshair} />}
      {moving.isByKeys && shifted && <MoveHint marker={shifted.now} />}
      {placing.comment && <PlacingHint comment={placing.comment} />}
      {mayMark && !measure && !isPlacing && <FirstHint asked={marking.asked} isHeld={isHeld} />}
      {seenAs !== 'ALL' && (
        <>
          <SeenAsFilters />
          <SeenAsName as={seenAs} />
        </>
      )}
    </DesignStage>
  )
}

const isOfVersion = ({ target }: CommentItem, version: number) =>
  target.kind !== 'comment' || (target.version ?? version) === version

function stageLabel(file: File, mayMark: boolean): string {
  return mayMark ? `${file.name}. Press C to comment by keyboard.` : file.name
}
