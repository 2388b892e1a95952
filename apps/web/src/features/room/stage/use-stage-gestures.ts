import { type RefObject, useEffect, useRef } from 'react'
import {
  type GestureEffect,
  type GestureInput,
  type GestureRules,
  type GestureState,
  holdMs,
  idleGesture,
  type PointerKind,
  stepGesture,
} from '#web/features/room/stage/gestures'
import { readWheel, type WheelMemory } from '#web/features/room/stage/wheel'
import type { ViewStore } from '#web/features/room/state/view-store'
import { type Point, panBy, zoomBy } from '#web/features/room/state/viewport'
import { isKey, isTyping } from '#web/lib/keys'

export type StageHandlers = {
  mayMark: boolean
  tool: GestureRules['tool']
  onTap: (at: Point, pointer: PointerKind) => void
  onHover: (at: Point | null) => void
  /** While it is drawn; null when cancelled. */
  onDraw: (corners: { from: Point; to: Point } | null) => void
  onDrawn: (corners: { from: Point; to: Point }) => void
  onExplain: () => void
  /** Whether a drag here moves a mark; then the outcome, null if unchanged. */
  onGrip?: (at: Point, pointer: PointerKind) => boolean
  onShift?: (line: { from: Point; to: Point } | null) => void
  onShifted?: (line: { from: Point; to: Point }) => void
}

const pointerKinds: Record<string, PointerKind> = { touch: 'touch', pen: 'pen' }

/** Turns pointers, wheel and space bar on the stage into view changes and handler calls. */
export function useStageGestures(
  stage: RefObject<HTMLElement | null>,
  view: ViewStore,
  handlers: StageHandlers,
): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })

  useEffect(() => {
    const element = stage.current
    if (!element) return
    let state: GestureState = idleGesture
    let hold: ReturnType<typeof setTimeout> | undefined
    let wheelMemory: WheelMemory | undefined
    let isPanKey = false

    const perform = (effect: GestureEffect) => {
      const { onTap, onDraw, onDrawn, onExplain, onShift, onShifted } = latest.current
      switch (effect.kind) {
        case 'tap':
          return onTap(effect.at, effect.pointer)
        case 'pan':
          return view.set(panBy(view.get(), effect.dx, effect.dy))
        case 'pinch':
          return view.set(zoomBy(panBy(view.get(), effect.dx, effect.dy), effect.factor, effect.at))
        case 'draw':
          return onDraw(effect)
        case 'drawn':
          return onDrawn(effect)
        case 'drawCancelled':
          return onDraw(null)
        case 'shift':
          return onShift?.(effect)
        case 'shifted':
          return onShifted?.(effect)
        case 'shiftCancelled':
          return onShift?.(null)
        case 'explain':
          return onExplain()
      }
    }

    const feed = (input: GestureInput) => {
      const next = stepGesture(state, input, {
        mayMark: latest.current.mayMark,
        tool: latest.current.tool,
        zoomedIn: !view.get().fitted,
      })
      state = next.state
      element.dataset.gesture = state.kind
      for (const effect of next.effects) perform(effect)
    }

    const placeOf = (event: MouseEvent): Point => {
      const box = element.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }

    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-over-stage]')) return
      const pointer = pointerKinds[event.pointerType] ?? 'mouse'
      if (event.button === 1) event.preventDefault()
      if (event.button < 2) element.setPointerCapture(event.pointerId)
      clearTimeout(hold)
      if (pointer === 'touch') hold = setTimeout(() => feed({ kind: 'held' }), holdMs)
      const { pointerId: id, button } = event
      const at = placeOf(event)
      const isFirst = state.kind === 'idle' && button === 0 && !isPanKey
      const onMark = isFirst && (latest.current.onGrip?.(at, pointer) ?? false)
      feed({ kind: 'down', id, pointer, at, button, panKey: isPanKey, onMark })
    }

    const onMove = (event: PointerEvent) => {
      if (state.kind === 'idle') {
        const isOver = event.target instanceof Element && event.target.closest('[data-over-stage]')
        if (event.pointerType !== 'touch') latest.current.onHover(isOver ? null : placeOf(event))
        return
      }
      // A freehand line needs every place of the pointer, not one per frame.
      const all = state.kind === 'marking' ? event.getCoalescedEvents() : []
      for (const one of all.length > 0 ? all : [event])
        feed({ kind: 'move', id: event.pointerId, at: placeOf(one) })
      if (state.kind !== 'pressed') clearTimeout(hold)
    }

    const onUp = (event: PointerEvent) => {
      clearTimeout(hold)
      feed({ kind: 'up', id: event.pointerId, at: placeOf(event) })
    }

    const onCancel = (event: PointerEvent) => {
      clearTimeout(hold)
      feed({ kind: 'cancel', id: event.pointerId })
    }

    const onLeave = () => latest.current.onHover(null)

    const onWheel = (event: WheelEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-over-stage]')) return
      event.preventDefault()
      const { intent, memory } = readWheel(wheelInputOf(event), wheelMemory)
      wheelMemory = memory
      if (intent.kind === 'pan') view.set(panBy(view.get(), intent.dx, intent.dy))
      else view.set(zoomBy(view.get(), intent.factor, placeOf(event)))
    }

    const onEscape = (event: KeyboardEvent) => {
      if (!isKey(event, 'Escape')) return
      // Esc restores the mark, and does nothing else.
      if (state.kind === 'shifting') event.stopImmediatePropagation()
      feed({ kind: 'abort' })
    }

    const onKey = (event: KeyboardEvent) => {
      if (!isKey(event, ' ') || isTyping(event.target) || isOnControl(event.target)) return
      event.preventDefault()
      isPanKey = event.type === 'keydown'
      element.dataset.pan = String(isPanKey)
    }

    const onContextMenu = (event: Event) => {
      // A long press begins a region; the browser's menu would end it.
      if (state.kind !== 'idle') event.preventDefault()
    }

    const onTouchEnd = (event: TouchEvent) => {
      // The mouse events that follow would take the focus from the composer that the tap opened.
      const isOver = event.target instanceof Element && event.target.closest('[data-over-stage]')
      if (!isOver && event.cancelable) event.preventDefault()
    }

    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('touchend', onTouchEnd, { passive: false, signal })
    element.addEventListener('pointerdown', onDown, { signal })
    element.addEventListener('pointermove', onMove, { signal })
    element.addEventListener('pointerup', onUp, { signal })
    element.addEventListener('pointercancel', onCancel, { signal })
    element.addEventListener('pointerleave', onLeave, { signal })
    element.addEventListener('contextmenu', onContextMenu, { signal })
    element.addEventListener('wheel', onWheel, { passive: false, signal })
    window.addEventListener('keydown', onEscape, { capture: true, signal })
    window.addEventListener('keydown', onKey, { signal })
    window.addEventListener('keyup', onKey, { signal })
    return () => {
      clearTimeout(hold)
      listening.abort()
    }
  }, [stage, view])
}

function isOnControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, summary, input, select, [role^="menuitem"], [role="option"]') !== null
  )
}

function wheelInputOf(event: WheelEvent) {
  // Firefox reports lines only if deltaMode is read before the deltas.
  const { deltaMode } = event
  const wheelDeltaY: unknown = Reflect.get(event, 'wheelDeltaY')
  return {
    deltaMode,
    deltaX: event.deltaX,
    deltaY: event.deltaY,
    ctrlKey: event.ctrlKey,
    metaKey: event.metaKey,
    shiftKey: event.shiftKey,
    timeStamp: event.timeStamp,
    ...(typeof wheelDeltaY === 'number' ? { wheelDeltaY } : {}),
  }
}
