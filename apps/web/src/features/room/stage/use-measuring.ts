import type { Marker } from '@wingmark/contract/comments'
import { hexOf, type Rgb } from '@wingmark/contract/contrast'
import type { File } from '@wingmark/contract/files'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { emptyDraft, giveBack } from '#web/features/comments/outbox/drafts'
import { drawnMarker, isRendered, pointMarker } from '#web/features/room/stage/markers'
import { contrastWords, rulerWords } from '#web/features/room/stage/measures'
import { loadColors, type ReadColor } from '#web/features/room/stage/read-color'
import { slotBeingWritten } from '#web/features/room/stage/slot-being-written'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { type Point, toFraction } from '#web/features/room/state/viewport'
import { toastError } from '#web/lib/toast'

type Line = { from: Point; to: Point }
type MeasuredLine = Line & { words: string }
export type Spot = { at: Point; color: Rgb }

export type Measures = {
  /** While it is drawn. */
  line: MeasuredLine | null
  lineBetween: (from: Point, to: Point) => MeasuredLine
  /** The first of two colours. */
  first: Spot | null
  /** The colour below the pointer. */
  under: Spot | null
  /** With only one colour. */
  finish: () => void
}

type Measuring = {
  stage: RefObject<HTMLElement | null>
  file: File
  page: number
  begin: (marker: Marker) => void
}

/** Ruler and colour picker: insert their result into the open comment, or begin one. */
export function useMeasuring({ stage, file, page, begin }: Measuring) {
  const { reviewId, store, view, announce } = useRoom()
  const measure = useRoomState((state) => state.measure)
  const [line, setLine] = useState<Line | null>(null)
  const [first, setFirst] = useState<Spot | null>(null)
  const [under, setUnder] = useState<Spot | null>(null)
  const readColor = useRef<Promise<ReadColor | null>>(Promise.resolve(null))
  const readNow = useRef<ReadColor | null>(null)

  useEffect(() => {
    setLine(null)
    setFirst(null)
    setUnder(null)
    readNow.current = null
    if (measure !== 'COLORS') return
    let isCurrent = true
    const drawn = stage.current?.querySelector<HTMLImageElement>('img[fetchpriority="high"]') ?? null
    readColor.current = loadColors(file, page, drawn)
    void readColor.current.then((read) => {
      if (isCurrent) readNow.current = read
    })
    return () => {
      isCurrent = false
    }
  }, [measure, file, page, stage])

  const write = (words: string, marker: Marker) => {
    store.dispatch({ do: 'measure', with: null })
    announce(words)
    const { mark } = store.get()
    const slot = slotBeingWritten(reviewId, file._id, store.get(), file.version)
    const begun = mark?.fileId === file._id ? mark.marker : null
    const draft = { ...emptyDraft, text: words }
    const isAdded =
      slot === null
        ? giveBack(draftSlots.mark(reviewId, file._id, file.version), { ...draft, marker })
        : giveBack(slot, { ...draft, marker: begun })
    if (!isAdded) return toastError(`Your comment is being sent, so this measurement wasn’t added: ${words}`)
    if (slot === null) begin(marker)
  }

  const rule = (marker: Marker) => {
    const [from, to] = (marker.points ?? []).map(([x, y]) => ({ x, y }))
    if (from && to && isRendered(marker)) write(rulerWords(file, page, from, to), marker)
  }

  const pick = async (at: Point) => {
    const read = await readColor.current
    const color = read?.(at) ?? null
    if (!read) return toastError('The colours of this page cannot be read.')
    if (!color) return
    if (!first) {
      setFirst({ at, color })
      return announce(`${hexOf(color)}. Choose the colour behind it.`)
    }
    write(contrastWords(first.color, color), pointMarker(page, first.at))
  }

  const place = (point: Point) => toFraction(view.get(), point)
  const drawn = ({ from, to }: Line) => drawnMarker('ARROW', page, [place(from), place(to)], view.get().page)

  const handlers: StageHandlers = {
    mayMark: true,
    tool: measure === 'RULER' ? 'ARROW' : 'POINT',
    onTap: (at) => void (measure === 'COLORS' && pick(place(at))),
    onHover(at) {
      const color = at && readNow.current?.(place(at))
      setUnder(at && color ? { at: place(at), color } : null)
    },
    onDraw: (corners) =>
      setLine(measure === 'RULER' && corners ? { from: place(corners.from), to: place(corners.to) } : null),
    onDrawn(corners) {
      setLine(null)
      if (measure === 'RULER') rule(drawn(corners))
      else void pick(place(corners.to))
    },
    onExplain: () => {},
  }

  const lineBetween = (from: Point, to: Point) => ({ from, to, words: rulerWords(file, page, from, to) })
  const measures: Measures = {
    line: line && lineBetween(line.from, line.to),
    lineBetween,
    first,
    under,
    finish: () => first && write(hexOf(first.color), pointMarker(page, first.at)),
  }

  return {
    measure,
    handlers,
    measures,
    /** Takes a place chosen by keys. True while another is needed. */
    choose(marker: Marker): boolean {
      if (measure === 'RULER') rule(marker)
      else void pick({ x: marker.x, y: marker.y })
      return measure === 'COLORS' && first === null
    },
  }
}
