import type { Comment, Marker } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { type RefObject, useRef, useState } from 'react'
import type { PointerKind } from '#web/features/room/stage/gestures'
import { drawnMarker, isRendered, pointMarker, sketchedMarker } from '#web/features/room/stage/markers'
import type { PinHit, PinLayer } from '#web/features/room/stage/pin-layer'
import { simplifyStroke } from '#web/features/room/stage/stroke'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { choiceOf } from '#web/features/room/state/choice'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useStageView } from '#web/features/room/state/stage-view'
import { isOnPage, type Point, toFraction, zoomToPlace } from '#web/features/room/state/viewport'
import { offerUndo } from '#web/lib/undo'

/** CSS px around a pin that count as it. */
const reach: Record<PointerKind, number> = { mouse: 2, pen: 4, touch: 10 }

/** Most places of a line while it is drawn. */
const drawnMax = 4_000

type Marking = {
  file: File
  page: number
  comments: readonly Comment[]
  layer: RefObject<PinLayer | null>
  mayMark: boolean
}

/** Clicks and drags on the stage: select a pin, open a cluster, begin a comment. */
export function useMarking({ file, page, comments, layer, mayMark }: Marking): {
  handlers: StageHandlers
  /** The mark being drawn. */
  drawing: Marker | null
  /** Whether the pointer is over a pin. */
  isOverPin: boolean
  begin: (marker: Marker) => void
  /** How often someone tried a gesture that does nothing. */
  asked: number
} {
  const { store } = useRoom()
  const { view } = useStageView()
  const [sketch, setSketch] = useState<readonly Point[] | null>(null)
  const [asked, setAsked] = useState(0)
  const tool = useRoomState((state) => state.tool)
  const path = useRef<Point[]>([])
  const [isOverPin, setOverPin] = useState(false)

  const begin = (marker: Marker) => {
    const before = store.get().mark
    // A finding being published may move.
    const published = before?.finding === undefined ? {} : { finding: before.finding }
    store.dispatch({ do: 'mark', mark: { fileId: file._id, version: file.version, marker, ...published } })
    // A point is quickly placed again.
    if (!before || before.marker.shape === 'POINT') return
    offerUndo('Drawing replaced', () => {
      if (store.get().mark?.marker === marker) store.dispatch({ do: 'mark', mark: before })
    })
  }

  const choose = (id: string) => {
    const comment = comments.find((one) => one._id === id)
    if (comment) store.dispatch({ do: 'choose', comment: choiceOf(comment), from: 'stage' })
  }

  const openCluster = ({ ids, bounds }: Extract<PinHit, { kind: 'cluster' }>) => {
    const current = view.get()
    const closer = zoomToPlace(current, bounds)
    const isClosest = closer.scale / current.scale < 1.05
    const isOneSpot = bounds.width + bounds.height < 1e-6
    if (!isClosest && !isOneSpot) return view.glideTo(closer)
    // They cannot be separated: each click selects the next one.
    const next = ids[(ids.indexOf(store.get().selected ?? '') + 1) % ids.length]
    if (next) choose(next)
  }

  const onTap = (at: Point, pointer: PointerKind) => {
    const hit = layer.current?.hit(at, reach[pointer])
    if (hit?.kind === 'pin') return choose(hit.id)
    if (hit?.kind === 'cluster') return openCluster(hit)
    if (mayMark && isOnPage(view.get(), at)) return begin(pointMarker(page, toFraction(view.get(), at)))
    store.dispatch({ do: 'unchoose' })
  }

  const onHover = (at: Point | null) => {
    const hit = at ? (layer.current?.hit(at) ?? null) : null
    setOverPin(hit !== null)
    store.dispatch({ do: 'hover', id: hit?.kind === 'pin' ? hit.id : null })
  }

  const follow = ({ from, to }: { from: Point; to: Point }) => {
    if (path.current.length === 0) path.current = [toFraction(view.get(), from)]
    path.current.push(toFraction(view.get(), to))
    // An endless line must not fill the memory.
    if (path.current.length > drawnMax) path.current = simplifyStroke(path.current, view.get().page)
    return path.current
  }

  return {
    drawing: sketch && sketchedMarker(tool, page, sketch, view.get().page),
    isOverPin,
    begin,
    asked,
    handlers: {
      mayMark,
      tool,
      onTap,
      onHover,
      onDraw(corners) {
        if (!corners) path.current = []
        setSketch(corners && [...follow(corners)])
      },
      onDrawn(corners) {
        const marker = drawnMarker(tool, page, follow(corners), view.get().page)
        path.current = []
        setSketch(null)
        if (isRendered(marker)) begin(marker)
      },
      onExplain: () => setAsked((times) => times + 1),
    },
  }
}
