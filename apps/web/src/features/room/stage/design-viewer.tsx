import type { File } from '@wingmark/contract/files'
import { useEffect, useRef, useState } from 'react'
import { GroundMenu } from '#web/features/room/bar/ground-menu'
import { PageNavigator } from '#web/features/room/bar/page-navigator'
import { ZoomControls } from '#web/features/room/bar/zoom-controls'
import { DesignStage } from '#web/features/room/stage/design-stage'
import { Processing } from '#web/features/room/stage/stage-notice'
import type { StageHandlers } from '#web/features/room/stage/use-stage-gestures'
import { pageCount } from '#web/features/room/state/page-source'
import { commandOf } from '#web/features/room/state/shortcuts'
import { isZoom, StageViewContext, zooms } from '#web/features/room/state/stage-view'
import { createViewStore } from '#web/features/room/state/view-store'
import { isTyping } from '#web/lib/keys'
import classes from './design-viewer.module.css'

export type DesignViewerProps = {
  /** The owner of the file, under which its views are stored. */
  place: string
  file: File
  page: number
  onPage: (page: number) => void
  /** Needed if another design is on the screen. */
  label?: string
}

const nothing = () => {}
const looking: StageHandlers = {
  mayMark: false,
  tool: 'POINT',
  onTap: nothing,
  onHover: nothing,
  onDraw: nothing,
  onDrawn: nothing,
  onExplain: nothing,
}

/** A picture or PDF outside a review: the room's stage without comments. Mount a new instance for another file. */
export function DesignViewer({ place, file, page, onPage, label = 'Design' }: DesignViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  const [shown] = useState(() => ({ place, view: createViewStore() }))
  const { view } = shown
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = isTyping(event.target) ? null : commandOf(event)
      if (event.defaultPrevented || !command || !isZoom(command)) return
      event.preventDefault()
      view.glideTo(zooms[command](view.get()))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [view])
  return (
    <StageViewContext value={shown}>
      <section className={classes.viewer} aria-label={label}>
        {file.state === 'READY' ? (
          <>
            <DesignStage
              stage={stage}
              file={file}
              page={page}
              handlers={looking}
              aria-label={`${file.name}. Plus and minus zoom.`}
            />
            <div className={classes.tools} data-owns-arrows>
              <PageNavigator page={page} total={pageCount(file)} onShow={onPage} />
              <ZoomControls />
              <GroundMenu file={file} />
            </div>
          </>
        ) : (
          <Processing file={file} />
        )}
      </section>
    </StageViewContext>
  )
}
