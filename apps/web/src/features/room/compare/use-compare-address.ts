import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { withComparing } from '#web/features/room/compare/compare-address'
import type { Comparing } from '#web/features/room/state/comparing'
import { useStageView } from '#web/features/room/state/stage-view'
import { goTo, type Place, placeOf } from '#web/features/room/state/viewport'

const restMs = 500

const digits = (value: number) => String(Math.round(value * 1e4) / 1e4)

/** A place of the page and its zoom, as `x,y,scale`. */
const placeInWords = ({ x, y, scale }: Place) => [x, y, scale].map(digits).join(',')

function placeIn(text: string | null): Place | null {
  const numbers = (text ?? '').split(',').map(Number)
  const [x = Number.NaN, y = Number.NaN, scale = Number.NaN] = numbers
  const isPlace = numbers.length === 3 && numbers.every(Number.isFinite) && scale > 0
  return isPlace ? { x, y, scale } : null
}

/** Mode, versions and place stand in the address while comparing, so that a link shows the same. */
export function useCompareAddress(comparing: Comparing): void {
  const { view } = useStageView()
  const [search, setSearch] = useSearchParams()
  const atOpening = useRef<string | null>(search.get('at'))
  const latest = useRef(setSearch)
  useEffect(() => {
    latest.current = setSearch
  })

  // By now the stage inside has its size and stored view.
  useLayoutEffect(() => {
    const place = placeIn(atOpening.current)
    atOpening.current = null
    if (place) view.set(goTo(view.get(), place))
  }, [view])

  useEffect(() => {
    const path = location.pathname
    const write = () => {
      if (location.pathname !== path) return
      const place = placeOf(view.get())
      const change = (before: URLSearchParams) => {
        const next = withComparing(before, comparing)
        next.delete('zoom')
        if (place) next.set('at', placeInWords(place))
        else next.delete('at')
        return next
      }
      const before = new URLSearchParams(location.search)
      const next = change(before)
      if (next.toString() !== before.toString())
        latest.current(next, { replace: true, preventScrollReset: true })
    }
    write()
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = view.subscribe(() => {
      clearTimeout(rest)
      rest = setTimeout(write, restMs)
    })
    return () => {
      clearTimeout(rest)
      stop()
    }
  }, [view, comparing])

  useEffect(() => {
    const path = location.pathname
    return () => {
      if (location.pathname !== path) return
      const before = new URLSearchParams(location.search)
      const next = withComparing(before, null)
      next.delete('at')
      if (next.toString() !== before.toString())
        latest.current(next, { replace: true, preventScrollReset: true })
    }
  }, [])
}
