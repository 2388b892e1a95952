import type { Marker } from '@wingmark/contract/comments'
import { useLayoutEffect, useRef } from 'react'
import { MessageForm } from '#web/features/comments/composer/message-form'
import type { MessageContent } from '#web/features/comments/composer/use-message-form'
import { draftSlots } from '#web/features/comments/outbox/comment-target'
import { emptyDraft, isEmptyDraft, keepDraft, readDraft } from '#web/features/comments/outbox/drafts'
import { placeBeside } from '#web/features/room/stage/beside'
import { markerPlace } from '#web/features/room/stage/markers'
import { useWhyClosed } from '#web/features/room/state/closed-composers'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom } from '#web/features/room/state/room-context'
import { useStackFile } from '#web/features/room/state/room-data'
import type { OpenMark } from '#web/features/room/state/room-state'
import { useStageView } from '#web/features/room/state/stage-view'
import { bringIntoView, toScreen, type Viewport } from '#web/features/room/state/viewport'
import { offerUndo } from '#web/lib/undo'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './mark-composer.module.css'

const margin = { top: 12, right: 12, bottom: 12, left: 12 }
/** A pin's body is above and right of its place; the composer avoids it. */
const pinBodyPx = 34

const labels: Record<Marker['shape'], string> = {
  POINT: 'Comment on this place',
  RECTANGLE: 'Comment on this region',
  ARROW: 'Comment on this arrow',
  FREEHAND: 'Comment on this drawing',
}

type Props = { mark: OpenMark; isFocused: boolean }

/** The composer of a new pin: beside it on a desktop, above the phone's keyboard. */
export function MarkComposer({ mark, isFocused }: Props) {
  const { fileId, version, marker, finding } = mark
  const { reviewId, store, outbox, composer } = useRoom()
  const isPhone = useIsPhone()
  const stack = useStackFile()
  const isEarlier = version !== undefined && version !== stack?.version
  const box = useRef<HTMLDivElement>(null)
  const slot = finding ? draftSlots.finding(reviewId, finding) : draftSlots.mark(reviewId, fileId, version)
  useBesidePlace(box, marker, !isPhone)
  useAboveBox(box, marker, isPhone)

  const cancel = () => {
    const draft = readDraft(slot)
    keepDraft(slot, emptyDraft)
    store.dispatch({ do: 'unmark' })
    focusBack(finding)
    if (isEmptyDraft(draft)) return
    const undo = () => {
      keepDraft(slot, draft)
      store.dispatch({ do: 'mark', mark })
    }
    offerUndo('Comment discarded', undo, () => {
      for (const { id } of draft.unfinished) composer.chosenFiles.delete(id)
    })
  }

  const published = { ...(version && { version }), ...(finding === undefined ? {} : { finding }) }
  const send = (content: MessageContent) => {
    outbox.send({
      ...content,
      target: { kind: 'comment', file: fileId, type: 'MARKED', marker, ...published },
    })
    const focused = document.activeElement
    const isElsewhere = focused !== document.body && !box.current?.contains(focused)
    store.dispatch({ do: 'unmark' })
    // Its files may have taken minutes, and the user has moved on.
    if (!isElsewhere) focusBack(finding)
  }

  return (
    <div ref={box} className={classes.box} data-over-stage data-phone={isPhone}>
      <MessageForm
        place={composer}
        slot={slot}
        marker={marker}
        label={isEarlier ? `${labels[marker.shape]}, version ${version}` : labels[marker.shape]}
        placeholder={
          isEarlier ? `What should change here, in version ${version}?` : 'What should change here?'
        }
        submit="Comment"
        isFocused={isFocused}
        closed={useWhyClosed()}
        onSend={send}
        onCancel={cancel}
      />
    </div>
  )
}

/** Focuses its finding, if any. */
function focusBack(finding: string | undefined): void {
  const card = finding && document.querySelector<HTMLElement>(`[data-finding="${finding}"] button`)
  if (card) card.focus({ preventScroll: true })
  else focusStage()
}

function screenPlace(view: Viewport, marker: Marker) {
  const place = markerPlace(marker)
  const from = toScreen(view, place)
  const to = toScreen(view, { x: place.x + place.width, y: place.y + place.height })
  return {
    x: from.x,
    y: from.y - pinBodyPx,
    width: Math.max(to.x - from.x, pinBodyPx),
    height: to.y - from.y + pinBodyPx,
  }
}

type BoxRef = React.RefObject<HTMLDivElement | null>

function useBesidePlace(box: BoxRef, marker: Marker, isOn: boolean): void {
  const { view } = useStageView()
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !isOn) return
    const follow = () => {
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const at = placeBeside(screenPlace(view.get(), marker), size, view.get().stage, margin)
      element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
    }
    follow()
    const stop = view.subscribe(follow)
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => {
      stop()
      observer.disconnect()
      element.style.transform = ''
    }
  }, [box, view, marker, isOn])
}

/** Keeps the pin in view above the box, which is above the on-screen keyboard. */
function useAboveBox(box: BoxRef, marker: Marker, isOn: boolean): void {
  const { view } = useStageView()
  useLayoutEffect(() => {
    const element = box.current
    const visual = window.visualViewport
    if (!element || !isOn || !visual) return
    const follow = () => {
      const stage = element.closest('[data-stage]')?.getBoundingClientRect()
      if (!stage) return
      const covered = Math.max(0, stage.bottom - element.getBoundingClientRect().top)
      const insets = { top: 48, right: 48, bottom: covered + 16, left: 16 }
      view.glideTo(bringIntoView(view.get(), markerPlace(marker), insets))
    }
    follow()
    visual.addEventListener('resize', follow)
    visual.addEventListener('scroll', follow)
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => {
      visual.removeEventListener('resize', follow)
      visual.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [box, view, marker, isOn])
}
