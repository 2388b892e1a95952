import type { ViewStore } from '#web/features/room/state/view-store'
import type { Size, Viewport } from '#web/features/room/state/viewport'

/** The page that both sides are drawn on, and each side's px of it per own px. */
export type SharedPage = { page: Size; from: number; to: number }

/** Both sides from the same corner: as wide as the newer one, or each with its own pixels. */
export function sharePage(from: Size | null, to: Size | null, isSamePixels: boolean): SharedPage {
  const base = to ?? from ?? { width: 1, height: 1 }
  const scale = from && !isSamePixels ? base.width / from.width : 1
  const sizes = [to, from && { width: from.width * scale, height: from.height * scale }]
  const longest = (side: 'width' | 'height') => Math.max(...sizes.map((size) => size?.[side] ?? 0), 1)
  return { page: { width: longest('width'), height: longest('height') }, from: scale, to: 1 }
}

/** What one side shows while both follow the same view. */
export function viewOfSide(view: Viewport, size: Size, scale: number): Viewport {
  return { ...view, page: size, scale: view.scale * scale }
}

/** The store of one side: reads and moves the shared one. */
export function sideView(shared: ViewStore, size: Size, scale: number): ViewStore {
  let known: { of: Viewport; view: Viewport } | null = null
  const back = (view: Viewport) => ({ ...view, page: shared.get().page, scale: view.scale / scale })
  return {
    get() {
      const of = shared.get()
      if (known?.of !== of) known = { of, view: viewOfSide(of, size, scale) }
      return known.view
    },
    set: (view) => shared.set(back(view)),
    glideTo: (view) => shared.glideTo(back(view)),
    subscribe: shared.subscribe,
  }
}

/** “1440 → 1600 px”; null where the sizes are the same. */
export function sizeChange(from: Size | null, to: Size | null, unit = 'px'): string | null {
  if (!from || !to) return null
  const [before, after] = [from, to].map(({ width, height }) => ({
    width: Math.round(width),
    height: Math.round(height),
  }))
  if (!before || !after) return null
  if (before.width !== after.width) return `${before.width} → ${after.width} ${unit} wide`
  return before.height === after.height ? null : `${before.height} → ${after.height} ${unit} tall`
}
