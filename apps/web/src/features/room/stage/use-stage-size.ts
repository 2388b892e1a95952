import { type RefObject, useLayoutEffect } from 'react'
import { keptPlaces } from '#web/features/room/stage/kept-places'
import { useStageView } from '#web/features/room/state/stage-view'
import { placeOf, resize, type Size, turnTo } from '#web/features/room/state/viewport'
import { useIsPhone } from '#web/ui/use-is-phone'

/** As the server's HTML places the first design. */
const padding = { phone: 8, desktop: 24 }

/** Keeps the view as large as the stage, and opens each new page. */
export function useStageSize(stage: RefObject<HTMLElement | null>, page: Size, pageKey: string) {
  const { place, view } = useStageView()
  const isPhone = useIsPhone()

  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => {
      const size = { width: element.clientWidth, height: element.clientHeight }
      const resized = resize(view.get(), size, isPhone ? padding.phone : padding.desktop)
      // An observer first reports the known size: setting that would end a glide.
      if (resized !== view.get()) view.set(resized)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage, view, isPhone])

  const { width, height } = page
  // A page whose size turns out to differ opens again too.
  useLayoutEffect(() => {
    const kept = keptPlaces(place)
    view.set(turnTo(view.get(), { width, height }, kept.get(pageKey)))
    const keep = () => kept.set(pageKey, placeOf(view.get()))
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [place, view, pageKey, width, height])
}
