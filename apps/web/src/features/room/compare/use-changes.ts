import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { areTiny, stepChange, viewOfChange } from '#web/features/room/compare/changes'
import type { ComparedPages } from '#web/features/room/compare/use-compared-pages'
import type { CompareMode } from '#web/features/room/state/comparing'
import { useRoom } from '#web/features/room/state/room-context'
import { useStageView } from '#web/features/room/state/stage-view'
import type { Rect } from '#web/features/room/state/viewport'

export type Changes = {
  /** Null until they are known. */
  count: number | null
  at: number | null
  current: Rect | null
  go: (by: 1 | -1) => void
}

/** What changed on the shown page, one at a time. */
export function useChanges({ both, found, error, pair }: ComparedPages, mode: CompareMode): Changes {
  const { announce } = useRoom()
  const { view } = useStageView()
  const page = `${both} ${pair.join(' ')}`
  const [chosen, setChosen] = useState<{ page: string; at: number } | null>(null)
  const at = chosen?.page === page ? chosen.at : null
  const all = found?.changed ?? null

  const show = (next: number | null) => {
    const change = next === null ? null : all?.[next]
    if (next === null || !change) return
    setChosen({ page, at: next })
    view.glideTo(viewOfChange(view.get(), change))
    announce(`${next + 1} of ${all?.length ?? 0} changes`)
  }

  // A link's own place is not left.
  const isPlaced = useRef(new URLSearchParams(location.search).has('at'))
  const seekTiny = useEffectEvent(() => {
    if (isPlaced.current) isPlaced.current = false
    else if (at === null && all && areTiny(all, view.get())) show(0)
  })
  const isKnown = all !== null
  useEffect(() => {
    if (mode !== 'DIFFERENCE') isPlaced.current = false
    else if (isKnown) seekTiny()
  }, [mode, page, isKnown])

  const go = (by: 1 | -1) => {
    if (!all) return announce(error ? 'Couldn’t compare the versions.' : 'Still finding changes.')
    if (all.length === 0) return announce('No changes.')
    show(stepChange(at, by, all.length))
  }
  const current = at === null ? null : (all?.[at] ?? null)
  return { count: all?.length ?? null, at, current, go }
}
