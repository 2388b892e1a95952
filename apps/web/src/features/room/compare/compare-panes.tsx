import { Fragment, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ChangeOutline } from '#web/features/room/compare/change-outline'
import type { Desk } from '#web/features/room/compare/compare'
import { DifferenceCanvas } from '#web/features/room/compare/difference-canvas'
import { modeNames } from '#web/features/room/compare/modes'
import { OneSide } from '#web/features/room/compare/one-side'
import { useCompareAddress } from '#web/features/room/compare/use-compare-address'
import type { Side } from '#web/features/room/compare/use-sides'
import { WipeHandle } from '#web/features/room/compare/wipe-handle'
import { SeenAsFilters } from '#web/features/room/stage/seen-as-filters'
import { useStageSize } from '#web/features/room/stage/use-stage-size'
import { useRoomState } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import classes from './compare.module.css'

type Props = { desk: Desk }

/** Both versions, beside or over each other. */
export function ComparePanes({ desk }: Props) {
  const { comparing, shared, to, pages } = desk
  const stage = useRef<HTMLDivElement>(null)
  useStageSize(stage, shared.page, `${to.file._id} ${pages.pair[1] ?? `removed ${pages.pair[0]}`}`)
  useCompareAddress(comparing)
  const isSeenAsUsual = useRoomState((state) => state.seenAs === 'ALL')
  return (
    <>
      {!isSeenAsUsual && <SeenAsFilters />}
      {comparing.mode === 'SIDE' ? <Beside desk={desk} first={stage} /> : <Over desk={desk} stage={stage} />}
    </>
  )
}

type StageRef = React.RefObject<HTMLDivElement | null>

function Beside({ desk, first }: Props & { first: StageRef }) {
  const { from, to, pages, shared } = desk
  const second = useRef<HTMLDivElement>(null)
  const mayMark = useReviewData().review.can.comment
  const seenAs = useRoomState((state) => state.seenAs)
  const arePinsShown = usePinsShown(desk)
  const [older, newer] = pages.pair
  // Keys mark the newer side unless the other has the focus.
  const isOnOlder = () => newer === null || document.activeElement === first.current
  return (
    <div className={classes.beside}>
      {(
        [
          { side: from, page: older, scale: shared.from, stage: first, mayStart: () => isOnOlder() },
          { side: to, page: newer, scale: shared.to, stage: second, mayStart: () => !isOnOlder() },
        ] as const
      ).map(({ side, page, scale, stage, mayStart }) => (
        <div
          key={side.which}
          ref={stage}
          className={classes.pane}
          data-stage={side.which === 'to' ? true : undefined}
          data-marks={mayMark}
          data-seen-as={seenAs}
          role="application"
          tabIndex={0}
          aria-label={labelOf(`${side.name}, ${side.file.name}`, mayMark)}
        >
          <SideName side={side} />
          {page === null ? (
            <p className={classes.missing}>This page isn’t in {side.name}.</p>
          ) : (
            <OneSide
              {...{ side, page, scale, stage, mayStart, aiming: desk.aiming }}
              arePinsShown={arePinsShown(side.which)}
              isMarked
            >
              {side.which === 'to' && desk.changes.current && <ChangeOutline change={desk.changes.current} />}
            </OneSide>
          )}
        </div>
      ))}
    </div>
  )
}

function Over({ desk, stage }: Props & { stage: StageRef }) {
  const { comparing, from, to, pages, shared, wipe, fade, blink, marked } = desk
  const { mode } = comparing
  const arePinsShown = usePinsShown(desk)
  const [older, newer] = pages.pair
  useFollowed(stage, '--wipe', wipe)
  useFollowed(stage, '--fade', fade)
  const isWipe = mode === 'WIPE'
  const mayMark = useReviewData().review.can.comment
  const seenAs = useRoomState((state) => state.seenAs)
  const sides = [
    { side: from, page: older, scale: shared.from },
    { side: to, page: newer, scale: shared.to },
  ] as const
  const isMarked = ({ which }: Side) => which === marked || (which === 'from' ? newer : older) === null
  return (
    <div
      ref={stage}
      className={classes.pane}
      data-stage
      data-marks={mayMark}
      data-seen-as={seenAs}
      data-mode={mode}
      data-older={blink.isOlder}
      role="application"
      tabIndex={0}
      aria-label={labelOf(`${modeNames[mode]}: ${from.name}, ${to.name}`, mayMark)}
    >
      {isWipe && <WipeHandle wipe={wipe} from={from.name} to={to.name} />}
      {isWipe && <SideName side={from} />}
      <SideName side={blink.isOlder ? from : to} />
      {sides.map(({ side, page, scale }) => (
        <Fragment key={side.which}>
          {page !== null && (
            <OneSide
              {...{ side, page, scale, stage, aiming: desk.aiming }}
              arePinsShown={arePinsShown(side.which)}
              isMarked={isMarked(side)}
              mayStart={() => isMarked(side)}
            >
              {side.which === 'to' && desk.changes.current && <ChangeOutline change={desk.changes.current} />}
            </OneSide>
          )}
        </Fragment>
      ))}
      {mode === 'DIFFERENCE' && older !== null && newer !== null && (
        <Differing desk={desk} pages={[older, newer]} />
      )}
    </div>
  )
}

function Differing({ desk, pages: [older, newer] }: Props & { pages: [number, number] }) {
  const { from, to, shared, pages, isSamePixels, tolerance } = desk
  const [isReadable, setReadable] = useState(true)
  const done = useCallback((readable: boolean) => setReadable(readable), [])
  const scales = { from: shared.from, to: shared.to }
  const before = useMemo(() => ({ side: from, page: older, scale: scales.from }), [from, older, scales.from])
  const after = useMemo(() => ({ side: to, page: newer, scale: scales.to }), [to, newer, scales.to])
  // Rows were aligned at the same width.
  const rows = isSamePixels && shared.from !== 1 ? null : (pages.found?.rows ?? null)
  return (
    <>
      <DifferenceCanvas
        key={`${older} ${newer} ${shared.from}`}
        {...{ from: before, to: after, rows, tolerance }}
        onDone={done}
      />
      {!isReadable && <p className={classes.missing}>The difference couldn’t be computed.</p>}
    </>
  )
}

const labelOf = (name: string, mayMark: boolean) =>
  mayMark ? `${name}. Press C to comment by keyboard.` : name

function SideName({ side }: { side: Side }) {
  return (
    <span className={classes.name} data-which={side.which} data-over-stage>
      {side.name}
    </span>
  )
}

function usePinsShown({ pins }: Desk): (which: Side['which']) => boolean {
  const areHidden = useRoomState((state) => state.arePinsHidden)
  return (which) => !areHidden && (pins === 'BOTH' || pins === which.toUpperCase())
}

/** Outside React: nothing is rendered while a side is moved. */
function useFollowed(stage: StageRef, name: string, value: Desk['wipe']): void {
  useLayoutEffect(() => {
    const follow = () => stage.current?.style.setProperty(name, String(value.get()))
    follow()
    return value.subscribe(follow)
  }, [stage, name, value])
}
