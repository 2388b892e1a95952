import type { Comment, Marker } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import { type RefObject, useState } from 'react'
import type { PointerKind } from '#web/features/room/stage/gestures'
import { pointMarker, regionMarker } from '#web/features/room/stage/markers'
import type { PinHit, PinLayer } from '#web/features/room/stage/pin-layer'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { choiceOf } from '#web/features/room/state/choice'
import { useRoom } from '#web/features/room/state/room-context'
import { isOnPage, type Point, toFraction, zoomToPlace } from '#web/features/room/state/viewport'

/** CSS px around a pin that count as the pin. */
const reach: Record<PointerKind, number> = { mouse: 2, pen: 4, touch: 10 }

type Marking = {
  file: File
  page: number
  comments: readonly Comment[]
  layer: RefObject<PinLayer | null>
  mayMark: boolean
}

/** What clicks and drags on the stage do: choose a pin, open a cluster, begin a comment. */
export function useMarking({ file, page, comments, layer, mayMark }: Marking): {
  handlers: StageHandlers
  region: Marker | null
  /** Whether the pointer is over a pin. */
  isOverPin: boolean
  begin: (marker: Marker) => void
} {
  const { store, view } = useRoom()
  const [region, setRegion] = useState<Marker | null>(null)
  const [isOverPin, setOverPin] = useState(false)

  const begin = (marker: Marker) => store.dispatch({ do: 'mark', mark: { fileId: file._id, marker } })

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
    // They cannot be taken apart: each click chooses the next of them.
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

  const regionOf = ({ from, to }: { from: Point; to: Point }) =>
    regionMarker(page, toFraction(view.get(), from), toFraction(view.get(), to))

  return {
    region,
    isOverPin,
    begin,
    handlers: {
      mayMark,
      onTap,
      onHover,
      onRegion: (corners) => setRegion(corners ? regionOf(corners) : null),
      onRegionDone: (corners) => {
        setRegion(null)
        const marker = regionOf(corners)
        // Drawn wholly beside the page, nothing of it is left.
        if ((marker.width ?? 0) > 0 && (marker.height ?? 0) > 0) begin(marker)
      },
    },
  }
}
