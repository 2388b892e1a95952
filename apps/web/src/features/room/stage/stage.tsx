import type { Comment } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { Suspense, useMemo, useRef, useState } from 'react'
import { CrosshairMark } from '#web/features/room/stage/crosshair-mark'
import { DesignImage } from '#web/features/room/stage/design-image'
import { FindingOutlines } from '#web/features/room/stage/finding-outlines'
import { FirstHint } from '#web/features/room/stage/first-hint'
import { MarkComposer } from '#web/features/room/stage/mark-composer'
import { nextNumber, pinsOfPage } from '#web/features/room/stage/page-pins'
import { PinCanvas } from '#web/features/room/stage/pin-canvas'
import type { PinLayer } from '#web/features/room/stage/pin-layer'
import type { Cover } from '#web/features/room/stage/tile-layer'
import { useCrosshair } from '#web/features/room/stage/use-crosshair'
import { useMarking } from '#web/features/room/stage/use-marking'
import { useRestoredDraft } from '#web/features/room/stage/use-restored-draft'
import { useReveal } from '#web/features/room/stage/use-reveal'
import { useStageGestures } from '#web/features/room/stage/use-stage-gestures'
import { useStageSize } from '#web/features/room/stage/use-stage-size'
import { useTiles } from '#web/features/room/stage/use-tiles'
import { pageSize } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { isShown, usePending, useReviewData } from '#web/features/room/state/room-data'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './stage.module.css'

const TileCanvas = lazily(
  () => import('#web/features/room/stage/tile-canvas').then((tiles) => tiles.TileCanvas),
  (late) => (
    <div className={classes.late} data-over-stage>
      <LatePart late={late} what="What is sharper" />
    </div>
  ),
)

type Props = { file: File; page: number; comments: readonly Comment[] }

/** The design with its pins: everything that a pointer, a finger or the keyboard does to it. */
export function Stage({ file, page, comments }: Props) {
  const { view } = useRoom()
  const stage = useRef<HTMLDivElement>(null)
  const layer = useRef<PinLayer | null>(null)
  const { review } = useReviewData()
  const pending = usePending(comments)
  const filter = useRoomState((state) => state.filter)
  const selected = useRoomState((state) => state.selected)
  const mark = useRoomState((state) => state.mark)
  const mayMark = review.can.comment
  const areFindingsShown = useRoomState((state) => state.panel === 'CHECKS') && review.can.edit

  const marking = useMarking({ file, page, comments, layer, mayMark })
  const keys = useCrosshair(stage, page, mayMark, marking.begin)
  useStageSize(stage, view, pageSize(file, page), `${file._id} ${page}`)
  useStageGestures(stage, view, marking.handlers)
  useReveal(stage, comments, page)
  const isRestored = useRestoredDraft(file, page)
  const hasTiles = useTiles(file, page)
  const [cover, setCover] = useState<Cover>('none')

  // Only a thread that the filter would hide makes other pins when it is chosen.
  const kept = comments.find((one) => one._id === selected && !isShown(one, filter, null))?._id ?? null
  const shown = useMemo(
    () => pinsOfPage(comments, pending, { page, filter, selected: kept }),
    [comments, pending, page, filter, kept],
  )
  const left = useRoomState((state) => (state.arePinsHidden ? (state.selected ?? 'none') : null))
  const pins = useMemo(() => (left === null ? shown : shown.filter((pin) => pin.id === left)), [shown, left])
  const number = nextNumber(comments, pending)
  const marker = marking.drawing ?? keys.drawing ?? mark?.marker ?? null
  const draft = useMemo(
    () => (marker ? { marker, label: mark?.marker === marker ? String(number) : null } : null),
    [marker, mark, number],
  )

  return (
    <div
      ref={stage}
      className={classes.stage}
      data-stage
      data-marks={mayMark}
      data-over-pin={marking.isOverPin}
      role="application"
      aria-label={stageLabel(file, mayMark)}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onBlur={keys.crosshair ? keys.stop : undefined}
      onPointerDown={keys.crosshair ? keys.stop : undefined}
    >
      <DesignImage key={`${file.key} ${page}`} file={file} page={page} cover={cover} />
      {hasTiles && (
        <Suspense>
          <TileCanvas key={`tiles ${file.key} ${page}`} file={file} page={page} onCover={setCover} />
        </Suspense>
      )}
      {areFindingsShown && <FindingOutlines file={file} page={page} stage={stage} />}
      <PinCanvas layer={layer} pins={pins} draft={draft} />
      {keys.crosshair && <CrosshairMark crosshair={keys.crosshair} />}
      {mark && mark.fileId === file._id && (
        <MarkComposer key={`${file._id} ${mark.finding ?? ''}`} mark={mark} isFocused={!isRestored(mark)} />
      )}
      {mayMark && <FirstHint asked={marking.asked} />}
    </div>
  )
}

function stageLabel(file: File, mayMark: boolean): string {
  return mayMark ? `${file.name}. Press C to comment by keyboard.` : file.name
}
