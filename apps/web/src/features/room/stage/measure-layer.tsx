import { Button, CloseButton } from '@mantine/core'
import { hexOf } from '@wingmark/contract/contrast'
import type { Crosshair } from '#web/features/room/stage/crosshair'
import type { Measures, Spot } from '#web/features/room/stage/use-measuring'
import { useRoom } from '#web/features/room/state/room-context'
import type { Measure } from '#web/features/room/state/room-state'
import { toScreen } from '#web/features/room/state/viewport'
import { useStore } from '#web/lib/store'
import classes from './measure-layer.module.css'

type Props = { measure: Measure; measures: Measures; crosshair: Crosshair | null }

/** The current measurement over the design, and the next step. */
export function MeasureLayer({ measure, measures, crosshair }: Props) {
  const { first, under, finish } = measures
  const { store, view } = useRoom()
  const shown = useStore(view, (now) => now)
  const [start] = crosshair?.path ?? []
  const byKeys = measure === 'RULER' && crosshair && start ? measures.lineBetween(start, crosshair.at) : null
  const line = measures.line ?? byKeys
  const from = line && toScreen(shown, line.from)
  const to = line && toScreen(shown, line.to)
  return (
    <>
      {line && from && to && (
        <>
          <svg className={classes.ruler} aria-hidden focusable="false">
            <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} data-below />
            <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          </svg>
          <span className={classes.words} style={{ left: to.x, top: to.y }} aria-hidden>
            {line.words}
          </span>
        </>
      )}
      {first && <Swatch spot={first} />}
      {under && <Swatch spot={under} isNamed />}
      <div className={classes.bar} data-over-stage role="group" aria-label="Measure">
        {first && <span className={classes.color} style={{ background: hexOf(first.color) }} aria-hidden />}
        <span className={classes.next}>
          {measure === 'RULER' && 'Drag from one point to another'}
          {measure === 'COLORS' && !first && 'Choose a colour in the design'}
          {first && `${hexOf(first.color)}, now the colour behind it`}
        </span>
        {first && (
          <Button size="compact-sm" variant="default" onClick={finish}>
            Use one colour
          </Button>
        )}
        <CloseButton
          size="sm"
          variant="transparent"
          aria-label="Stop measuring"
          title="Stop measuring (Esc)"
          onClick={() => store.dispatch({ do: 'measure', with: null })}
        />
      </div>
    </>
  )
}

/** A colour of the design, and its place. */
function Swatch({ spot, isNamed = false }: { spot: Spot; isNamed?: boolean }) {
  const { view } = useRoom()
  const shown = useStore(view, (now) => now)
  const at = toScreen(shown, spot.at)
  return (
    <span className={classes.spot} style={{ left: at.x, top: at.y }} data-named={isNamed} aria-hidden>
      <span className={classes.color} style={{ background: hexOf(spot.color) }} />
      {isNamed && hexOf(spot.color)}
    </span>
  )
}
