import { useInfiniteQuery } from '@tanstack/react-query'
import type { Comment } from '@wingmark/contract/comments'
import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { withChanges } from '#web/features/comments/outbox/comment-changes'
import { fileCommentsQuery } from '#web/features/comments/queries'
import { sideView } from '#web/features/room/compare/shared-view'
import { type Aiming, useSideCrosshair } from '#web/features/room/compare/use-side-crosshair'
import type { Side } from '#web/features/room/compare/use-sides'
import { CrosshairMark } from '#web/features/room/stage/crosshair-mark'
import { DesignPage } from '#web/features/room/stage/design-stage'
import { MarkComposer } from '#web/features/room/stage/mark-composer'
import { nextNumber } from '#web/features/room/stage/next-number'
import { pinsOfPage } from '#web/features/room/stage/page-pins'
import { PinCanvas } from '#web/features/room/stage/pin-canvas'
import type { PinLayer } from '#web/features/room/stage/pin-layer'
import { useMarking } from '#web/features/room/stage/use-marking'
import { useRevealSelected } from '#web/features/room/stage/use-reveal'
import { useStageGestures } from '#web/features/room/stage/use-stage-gestures'
import { pageSize } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { usePending, useReviewData } from '#web/features/room/state/room-data'
import { StageViewContext, useStageView } from '#web/features/room/state/stage-view'
import { useStore } from '#web/lib/store'
import classes from './compare.module.css'

type Props = {
  side: Side
  page: number
  /** Px of the shared page per own px. */
  scale: number
  stage: RefObject<HTMLElement | null>
  arePinsShown: boolean
  /** Whether pointers on the stage mark this side. */
  isMarked: boolean
  /** Whether keys start a crosshair on this side. */
  mayStart: () => boolean
  aiming: Aiming
  children?: ReactNode
}

/** One version with its pins, where the shared view has it. */
export function OneSide({ side, page, scale, ...others }: Props) {
  const { place, view } = useStageView()
  const { width, height } = pageSize(side.file, page)
  const own = useMemo(
    () => ({ place, view: sideView(view, { width, height }, scale) }),
    [place, view, width, height, scale],
  )
  return (
    <StageViewContext value={own}>
      <MarkedSide side={side} page={page} scale={scale} {...others} />
    </StageViewContext>
  )
}

function MarkedSide({ side, page, stage, arePinsShown, isMarked, mayStart, aiming, children }: Props) {
  const { view } = useRoom()
  const { review } = useReviewData()
  const { file, version, which } = side
  const layer = useRef<PinLayer | null>(null)
  const nothing = useRef<HTMLElement | null>(null)
  const all = useCommentsOf(file._id)
  const comments = useMemo(() => all.filter((comment) => comment.version === version), [all, version])
  const marking = useMarking({ file, page, comments, layer, mayMark: review.can.comment && isMarked })
  const keys = useSideCrosshair({
    ...{ stage, page, begin: marking.begin, aiming },
    mayStart: () => review.can.comment && mayStart(),
  })
  useStageGestures(isMarked ? stage : nothing, view, marking.handlers)
  useRevealSelected(stage, comments, page)
  const waiting = usePending(all)
  const mark = useRoomState((state) => state.mark)
  const isOwnMark = mark?.fileId === file._id && (mark.version ?? file.version) === version
  const filter = useRoomState((state) => state.filter)
  const selected = useRoomState((state) => state.selected)
  const pins = useMemo(() => {
    if (!arePinsShown) return []
    const pending = waiting.filter(
      ({ target }) =>
        target.kind === 'comment' && target.file === file._id && (target.version ?? file.version) === version,
    )
    return pinsOfPage(comments, pending, { page, filter, selected, next: nextNumber(all, []) })
  }, [arePinsShown, waiting, comments, all, file, version, page, filter, selected])
  const drawing = marking.drawing ?? keys.drawing
  const marker = drawing ?? (isOwnMark ? mark.marker : null)
  const number = nextNumber(all, waiting)
  const draft = useMemo(
    () => (marker ? { marker, label: drawing ? null : String(number) } : null),
    [marker, drawing, number],
  )
  return (
    <>
      <div className={classes.layer} data-which={which}>
        <DesignPage file={file} page={page} />
      </div>
      <div className={classes.pins} data-which={which}>
        <PinCanvas layer={layer} pins={pins} draft={draft} shifted={null} />
      </div>
      {keys.crosshair && <CrosshairMark crosshair={keys.crosshair} />}
      {children}
      {isOwnMark && <MarkComposer mark={mark} isFocused />}
    </>
  )
}

const noComments: Comment[] = []

/** Loaded comments of a file, of all its versions. */
function useCommentsOf(fileId: string): Comment[] {
  const { reviewId, outbox } = useRoom()
  const items = useStore(outbox.store, (state) => state)
  const hidden = useRoomState((state) => state.hidden)
  const { data } = useInfiniteQuery(fileCommentsQuery({ reviewId, fileId }))
  const loaded = data?.comments ?? noComments
  return useMemo(
    () =>
      withChanges(
        loaded.filter(({ _id }) => !hidden.includes(_id)),
        items,
      ),
    [loaded, hidden, items],
  )
}
