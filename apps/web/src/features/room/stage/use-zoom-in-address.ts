import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { atZoomOfAddress, withShown, zoomAsked, zoomForAddress } from '#web/features/room/state/address'
import { useStageView } from '#web/features/room/state/stage-view'

const restMs = 500

/** `?zoom=` follows the stage once zooming rests, and overrides the tab's stored view. */
export function useZoomInAddress(fileId: string, page: number): void {
  const { view } = useStageView()
  const [search, setSearch] = useSearchParams()
  const atOpening = useRef<URLSearchParams | null>(search)
  const latest = useRef({ search, setSearch })
  useEffect(() => {
    latest.current = { search, setSearch }
  })

  // By now the stage inside has its size and stored view.
  useLayoutEffect(() => {
    const opening = atOpening.current
    atOpening.current = null
    if (opening) view.set(atZoomOfAddress(view.get(), zoomAsked(opening, fileId, page)))
  }, [view, fileId, page])

  useEffect(() => {
    const path = location.pathname
    const write = () => {
      const zoom = zoomForAddress(view.get())
      // A user who has left may still see this page until the next one has loaded.
      if (location.pathname !== path || zoom === latest.current.search.get('zoom')) return
      latest.current.setSearch((before) => withShown(before, { fileId, page, zoom }), {
        replace: true,
        preventScrollReset: true,
      })
    }
    let { scale } = view.get()
    let rest = setTimeout(write, restMs)
    const stop = view.subscribe(() => {
      if (view.get().scale === scale) return
      scale = view.get().scale
      clearTimeout(rest)
      rest = setTimeout(write, restMs)
    })
    return () => {
      clearTimeout(rest)
      stop()
    }
  }, [view, fileId, page])
}
