import { between, createViewport, type Viewport } from '#web/features/room/state/viewport'

export type ViewStore = {
  get: () => Viewport
  set: (view: Viewport) => void
  /** Goes there in a moment; at once where the system asks for less motion. */
  glideTo: (view: Viewport) => void
  subscribe: (listener: () => void) => () => void
}

const glideMs = 150

/** The stage's view outside of React: panning must not render anything. */
export function createViewStore(): ViewStore {
  let view = createViewport({ width: 1, height: 1 }, { width: 1, height: 1 }, 0)
  let frame = 0
  const listeners = new Set<() => void>()

  const show = (next: Viewport) => {
    view = next
    for (const listener of listeners) listener()
  }

  return {
    get: () => view,
    set(next) {
      cancelAnimationFrame(frame)
      if (next !== view) show(next)
    },
    glideTo(to) {
      cancelAnimationFrame(frame)
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show(to)
      const from = view
      const start = performance.now()
      const move = (now: number) => {
        const t = Math.min(1, Math.max(0, (now - start) / glideMs))
        show(between(from, to, 1 - (1 - t) ** 3))
        if (t < 1) frame = requestAnimationFrame(move)
      }
      frame = requestAnimationFrame(move)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
