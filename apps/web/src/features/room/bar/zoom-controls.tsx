import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useRoom } from '#web/features/room/state/room-context'
import { useStore } from '#web/lib/store'
import classes from './bar.module.css'

/** Out, in, and the percentage itself, which goes between the fitted page and 100 %. */
export function ZoomControls() {
  const { view, commands } = useRoom()
  const percent = useStore(view, ({ scale }) => Math.round(scale * 100))
  const isFitted = useStore(view, ({ fitted }) => fitted)
  return (
    <div className={classes.zoom} role="group" aria-label="Zoom">
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Zoom out"
        title="Zoom out (−)"
        onClick={() => commands.run('zoomOut')}
      >
        <IconMinus size={16} />
      </ActionIcon>
      <button
        type="button"
        className={classes.percent}
        aria-label={`Zoom ${percent} %, ${isFitted ? 'show 100 %' : 'fit to the screen'}`}
        title={isFitted ? '100 % (1)' : 'Fit to the screen (0)'}
        onClick={() => commands.run(isFitted ? 'actualSize' : 'fit')}
      >
        {percent}%
      </button>
      <ActionIcon
        size={30}
        className={classes.tool}
        aria-label="Zoom in"
        title="Zoom in (+)"
        onClick={() => commands.run('zoomIn')}
      >
        <IconPlus size={16} />
      </ActionIcon>
    </div>
  )
}
