import { sayHere } from '@wingmark/contract/live'
import { useEffect, useRef } from 'react'
import { arePointersShown } from '#web/features/room/state/pointers'
import { useRoom } from '#web/features/room/state/room-context'
import { isOnPage, toFraction } from '#web/features/room/state/viewport'
import { call } from '#web/lib/api'
import { shareTokenOf } from '#web/lib/share-token'

/** Idle for this long means no longer writing. */
const stillMs = 4_000
const writingAgainMs = 3_000
/** A ten-thousandth of the page is finer than a screen pixel. */
const fine = (fraction: number) => Math.round(fraction * 10_000) / 10_000

/** Tells others the user's page, pointer, typing and the fix they check; null while nobody else is there. */
export function useSayHere(everyMs: number | null): void {
  const { reviewId, store, view } = useRoom()
  const pace = useRef(0)
  const isHeard = everyMs !== null
  useEffect(() => {
    pace.current = everyMs ?? 0
  }, [everyMs])

  useEffect(() => {
    if (!isHeard) return
    let mouse: { x: number; y: number; stage: Element } | null = null
    let wroteAt = Number.NEGATIVE_INFINITY
    let thread: string | null = null
    let said = ''
    let saidAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    let still: ReturnType<typeof setTimeout> | undefined

    const pointer = () => {
      if (!mouse?.stage.isConnected || !arePointersShown.get()) return null
      const box = mouse.stage.getBoundingClientRect()
      const at = { x: mouse.x - box.left, y: mouse.y - box.top }
      if (!isOnPage(view.get(), at)) return null
      const { x, y } = toFraction(view.get(), at)
      return { x: fine(x), y: fine(y) }
    }

    const say = () => {
      timer = undefined
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      const now = performance.now()
      const { fileId: file, page, checking } = store.get()
      const isWriting = now - wroteAt < stillMs
      clearTimeout(still)
      if (isWriting) still = setTimeout(say, stillMs)
      const writes = { isWriting, comment: isWriting ? thread : null }
      const body = { file, page, pointer: pointer(), ...writes, checking }
      const words = JSON.stringify(body)
      if (words === said && !(isWriting && now - saidAt > writingAgainMs)) return
      said = words
      saidAt = now
      call(sayHere, { params: { id: reviewId }, body, share: shareTokenOf(reviewId) }).catch(() => {
        // The stream tells people who lost access; the next keystroke makes up for a failed call.
        said = ''
      })
    }

    const later = () => {
      timer ??= setTimeout(say, Math.max(0, saidAt + pace.current - performance.now()))
    }

    const point = (next: typeof mouse) => {
      if (next !== null || mouse !== null) later()
      mouse = next
    }
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || !arePointersShown.get()) return
      const over = event.target instanceof Element ? event.target : null
      const stage = over?.closest('[data-over-stage]') ? null : over?.closest('[data-stage]')
      point(stage ? { x: event.clientX, y: event.clientY, stage } : null)
    }
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLTextAreaElement) || !target.closest('[data-composer]')) return
      wroteAt = performance.now()
      thread = target.closest<HTMLElement>('[data-thread]')?.dataset.thread ?? null
      later()
    }

    const stops = [store.subscribe(later), arePointersShown.subscribe(later)]
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointermove', onMove, { passive: true, signal })
    document.documentElement.addEventListener('pointerleave', () => point(null), { signal })
    document.addEventListener('visibilitychange', later, { signal })
    document.addEventListener('input', onInput, { signal })
    later()
    return () => {
      clearTimeout(timer)
      clearTimeout(still)
      for (const stop of stops) stop()
      listening.abort()
    }
  }, [isHeard, reviewId, store, view])
}
