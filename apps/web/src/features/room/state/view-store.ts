import { between, createViewport, type Viewport } from '#web/features/room/state/viewport'
import { createValue } from '#web/lib/store'

export type ViewStore = {
  get: () => Viewport
  set: (view: Viewport) => void
  /** Animates there; jumps if the system asks for reduced motion. */
  glideTo: (view: Viewport) => void
  subscribe: (listener: () => void) => () => void
}

const glideMs = 150

/** The stage's view outside React: panning must not render anything. */
export function createViewStore(): ViewStore {
  const store = createValue(createViewport({ width: 1, height: 1 }, { width: 1, height: 1 }, 0))
  const show = store.dispatch
  let frame = 0

  return {
    get: store.get,
    subscribe: store.subscribe,
    set(next) {
      cancelAnimationFrame(frame)
      show(next)
    },
    glideTo(to) {
      cancelAnimationFrame(frame)
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return show(to)
      const from = store.get()
      const start = performance.now()
      const move = (now: number) => {
        const t = Math.min(1, Math.max(0, (now - start) / glideMs))
        show(between(from, to, 1 - (1 - t) ** 3))
        if (t < 1) frame = requestAnimationFrame(move)
      }
      frame = requestAnimationFrame(move)
    },
  }
}
