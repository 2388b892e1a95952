import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useStageView, zooms } from '#web/features/room/state/stage-view'
import { isAsWide } from '#web/features/room/state/viewport'
import { useStore } from '#web/lib/store'
import classes from './bar.module.css'

/** Zoom out, in, 100 % (by the percentage), whole page and width. */
export function ZoomControls() {
  const { view } = useStageView()
  const glide = (zoom: keyof typeof zooms) => view.glideTo(zooms[zoom](view.get()))
  const percent = useStore(view, ({ scale }) => Math.round(scale * 100))
  const isFitted = useStore(view, ({ fitted }) => fitted)
  const isWide = useStore(view, isAsWide)
  return (
    <div className={classes.zoom} role="group" aria-label="Zoom">
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Zoom out"
        title="Zoom out (−)"
        onClick={() => glide('zoomOut')}
      >
        <IconMinus size={16} />
      </ActionIcon>
      <button
        type="button"
        className={classes.percent}
        aria-label={`Zoom ${percent}%, show 100%`}
        title="100% (1)"
        onClick={() => glide('actualSize')}
      >
        {percent}%
      </button>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Zoom in"
        title="Zoom in (+)"
        onClick={() => glide('zoomIn')}
      >
        <IconPlus size={16} />
      </ActionIcon>
      <button
        type="button"
        className={classes.percent}
        aria-pressed={isFitted}
        title="Fit page (0)"
        onClick={() => glide('fit')}
      >
        Fit
      </button>
      <button
        type="button"
        className={classes.percent}
        aria-pressed={isWide}
        title="Fit width (2)"
        onClick={() => glide('fitWidth')}
      >
        Width
      </button>
    </div>
  )
}
