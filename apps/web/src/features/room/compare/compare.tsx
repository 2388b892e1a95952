import { Loader } from '@mantine/core'
import { compareTolerance } from '@wingmark/contract/changed-pixels'
import { useEffect, useMemo, useRef, useState } from 'react'
import { CompareBar } from '#web/features/room/compare/compare-bar'
import { ComparePanes } from '#web/features/room/compare/compare-panes'
import { CompareTools } from '#web/features/room/compare/compare-tools'
import { PairStrip } from '#web/features/room/compare/pair-strip'
import { sharePage } from '#web/features/room/compare/shared-view'
import { useBlink } from '#web/features/room/compare/use-blink'
import { useChanges } from '#web/features/room/compare/use-changes'
import { useCompareCommands } from '#web/features/room/compare/use-compare-commands'
import { useCompareKeys } from '#web/features/room/compare/use-compare-keys'
import { type ComparedPages, useComparedPages } from '#web/features/room/compare/use-compared-pages'
import type { Aiming } from '#web/features/room/compare/use-side-crosshair'
import { type Side, type Sides, sizeOn, useSides } from '#web/features/room/compare/use-sides'
import type { Comparing } from '#web/features/room/state/comparing'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { createValue } from '#web/lib/store'
import { useBackCloses } from '#web/ui/use-back-closes'
import classes from './compare.module.css'

/** In place of the stage: two versions of a file, or two files. */
export function Compare() {
  const comparing = useRoomState((state) => state.comparing)
  return comparing && <Comparison comparing={comparing} />
}

function Comparison({ comparing }: { comparing: Comparing }) {
  const { store } = useRoom()
  const sides = useSides(comparing)
  const close = () => store.dispatch({ do: 'compare', comparing: null })
  useBackCloses(true, close)
  const { from, to } = sides
  return (
    <section className={classes.compare} aria-label="Compare">
      {from && to && from.file.state === 'READY' && to.file.state === 'READY' ? (
        <Compared {...{ comparing, sides, from, to, close }} />
      ) : (
        <NotYet {...{ comparing, sides, close }} />
      )}
    </section>
  )
}

function NotYet({ comparing, sides, close }: Pick<Props, 'comparing' | 'sides' | 'close'>) {
  useCompareKeys((command) => {
    if (command === 'close') close()
    return command === 'close'
  })
  return (
    <>
      <CompareBar {...{ comparing, sides, close }} />
      <div className={classes.nothing}>
        {sides.isPending ? <Loader size="sm" color="gray" /> : reasonOf(sides)}
      </div>
    </>
  )
}

function reasonOf({ from, to }: Sides): string {
  const missing = [from, to].find((side) => side && side.file.state !== 'READY')
  if (missing) return `${missing.name} has no preview, so it can’t be compared.`
  return 'There’s no other version to compare with. Choose another file above.'
}

export type Desk = {
  comparing: Comparing
  from: Side
  to: Side
  pages: ComparedPages
  changes: ReturnType<typeof useChanges>
  blink: ReturnType<typeof useBlink>
  /** Which share of the view shows the older side, and how opaque the newer one is; 0 to 1. */
  wipe: ReturnType<typeof createValue<number>>
  fade: ReturnType<typeof createValue<number>>
  tolerance: number
  isSamePixels: boolean
  shared: ReturnType<typeof sharePage>
  pins: 'BOTH' | 'FROM' | 'TO' | 'NONE'
  /** The side that comments are written on where both lie over each other. */
  marked: Side['which']
  aiming: Aiming
  change: (what: Partial<Pick<Desk, 'tolerance' | 'isSamePixels' | 'pins' | 'marked'>>) => void
}

type Props = { comparing: Comparing; sides: Sides; from: Side; to: Side; close: () => void }

function Compared({ comparing, sides, from, to, close }: Props) {
  const [wipe] = useState(() => createValue(0.5))
  const [fade] = useState(() => createValue(0.5))
  const [choices, setChoices] = useState({
    ...{ tolerance: compareTolerance, isSamePixels: false },
    ...{ pins: 'BOTH' as Desk['pins'], marked: 'to' as Desk['marked'] },
  })
  const pages = useComparedPages(from, to)
  const blink = useBlink(comparing.mode === 'BLINK')
  const [older, newer] = pages.pair
  const { isSamePixels } = choices
  const shared = useMemo(
    () => sharePage(sizeOn(from, older), sizeOn(to, newer), isSamePixels),
    [from, to, older, newer, isSamePixels],
  )
  const changes = useChanges(pages, comparing.mode)
  const aiming: Aiming = useRef(null)
  const desk: Desk = {
    ...{ comparing, from, to, pages, changes, blink, wipe, fade, shared, aiming },
    ...choices,
    change: (what) => setChoices((now) => ({ ...now, ...what })),
  }
  const isCommenting = useRoomState((state) => state.mark !== null)
  useCompareCommands(desk, close)
  useFocus()
  return (
    <>
      <CompareBar {...{ comparing, sides, close, desk }} />
      <div className={classes.stage}>
        <ComparePanes key={comparing.mode === 'SIDE' ? 'side' : 'over'} desk={desk} />
        {!isCommenting && <CompareTools desk={desk} />}
      </div>
      {pages.pairs.length > 1 && <PairStrip desk={desk} />}
    </>
  )
}

/** The stage has it while comparing, and again afterwards if nothing else took it. */
function useFocus(): void {
  useEffect(() => {
    focusStage()
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body) focusStage()
      })
    }
  }, [])
}
