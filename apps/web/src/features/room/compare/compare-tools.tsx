import { ActionIcon, Button } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconWindowMaximize,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Desk } from '#web/features/room/compare/compare'
import { sizeChange } from '#web/features/room/compare/shared-view'
import { sizeOn } from '#web/features/room/compare/use-sides'
import { formatCount } from '#web/lib/format'
import { useStore } from '#web/lib/store'
import classes from './compare.module.css'

/** Over the stage: what belongs to the mode, the steps from change to change, and the sizes. */
export function CompareTools({ desk }: { desk: Desk }) {
  return (
    <div className={classes.tools} data-over-stage>
      <ModeTool desk={desk} />
      <ChangeSteps desk={desk} />
      <Sizes desk={desk} />
    </div>
  )
}

function ModeTool({ desk }: { desk: Desk }): ReactNode {
  switch (desk.comparing.mode) {
    case 'BLINK':
      return <BlinkTool desk={desk} />
    case 'OPACITY':
      return <FadeTool desk={desk} />
    case 'DIFFERENCE':
      return <ToleranceTool desk={desk} />
    default:
      return null
  }
}

function BlinkTool({ desk: { blink, from } }: { desk: Desk }) {
  return (
    <div className={classes.group}>
      {blink.mayRun && (
        <ActionIcon
          size={30}
          className={classes.tool}
          aria-label={blink.isRunning ? 'Pause blinking' : 'Start blinking'}
          title={blink.isRunning ? 'Pause blinking' : 'Start blinking'}
          onClick={() => blink.run(!blink.isRunning)}
        >
          {blink.isRunning ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </ActionIcon>
      )}
      <Button
        size="compact-sm"
        variant="default"
        className={classes.button}
        title="Hold O"
        aria-pressed={blink.isHeld}
        // Keys cannot hold it: they press it once and once more.
        onClick={({ detail }) => {
          if (detail === 0) blink.hold(!blink.isHeld)
        }}
        onPointerDown={() => blink.hold(true)}
        onPointerUp={() => blink.hold(false)}
        onPointerLeave={() => blink.hold(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        Hold to show {from.name}
      </Button>
    </div>
  )
}

function FadeTool({ desk: { fade, from, to } }: { desk: Desk }) {
  const value = useStore(fade, (now) => Math.round(now * 100))
  return (
    <label className={classes.group}>
      <span className={classes.word}>{from.name}</span>
      <input
        type="range"
        className={classes.range}
        min={0}
        max={100}
        value={value}
        aria-label={`Opacity of ${to.name}`}
        aria-valuetext={`${value}%`}
        onChange={({ currentTarget }) => fade.dispatch(Number(currentTarget.value) / 100)}
      />
      <span className={classes.word}>{to.name}</span>
    </label>
  )
}

/** Of a colour channel's 255. */
const mostTolerance = 128

function ToleranceTool({ desk: { tolerance, change } }: { desk: Desk }) {
  return (
    <label className={classes.group}>
      <span className={classes.word}>Tolerance</span>
      <input
        type="range"
        className={classes.range}
        min={0}
        max={mostTolerance}
        value={tolerance}
        aria-valuetext={`${Math.round((tolerance / 255) * 100)}%`}
        onChange={({ currentTarget }) => change({ tolerance: Number(currentTarget.value) })}
      />
    </label>
  )
}

function ChangeSteps({ desk: { changes, pages } }: { desk: Desk }) {
  const { count, at, go } = changes
  const [older, newer] = pages.pair
  if (older === null || newer === null) return null
  if (count === null) {
    const words = pages.error ? 'Couldn’t compare versions' : 'Finding changes…'
    return <span className={classes.word}>{words}</span>
  }
  if (count === 0) return <span className={classes.word}>No changes</span>
  const words = at === null ? formatCount(count, 'change') : `${at + 1} of ${count} changes`
  return (
    <div className={classes.group} role="group" aria-label="Changes">
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Previous change"
        title="Previous change (P)"
        onClick={() => go(-1)}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <span className={classes.count}>{words}</span>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Next change"
        title="Next change (N)"
        onClick={() => go(1)}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
    </div>
  )
}

function Sizes({ desk: { from, to, pages, isSamePixels, change } }: { desk: Desk }) {
  const [older, newer] = pages.pair
  const words = sizeChange(sizeOn(from, older), sizeOn(to, newer))
  if (!words) return null
  const isWide = words.endsWith('wide')
  return (
    <div className={classes.group}>
      <span className={classes.word}>{words}</span>
      {isWide && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.button}
          leftSection={<IconWindowMaximize size={15} aria-hidden />}
          aria-pressed={isSamePixels}
          onClick={() => change({ isSamePixels: !isSamePixels })}
        >
          Same pixels
        </Button>
      )}
    </div>
  )
}
