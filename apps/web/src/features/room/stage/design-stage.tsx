import type { File } from '@wingmark/contract/files'
import { type HTMLAttributes, type RefObject, Suspense, useState } from 'react'
import { DesignImage } from '#web/features/room/stage/design-image'
import type { Cover } from '#web/features/room/stage/tile-layer'
import { type StageHandlers, useStageGestures } from '#web/features/room/stage/use-stage-gestures'
import { useStageSize } from '#web/features/room/stage/use-stage-size'
import { useTiles } from '#web/features/room/stage/use-tiles'
import { pageSize } from '#web/features/room/state/page-source'
import { useStageView } from '#web/features/room/state/stage-view'
import { LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import classes from './stage.module.css'

const TileCanvas = lazily(
  () => import('#web/features/room/stage/tile-canvas').then((tiles) => tiles.TileCanvas),
  (late) => (
    <div className={classes.late} data-over-stage>
      <LatePart late={late} what="The sharper picture" />
    </div>
  ),
)

type Props = HTMLAttributes<HTMLDivElement> & {
  stage: RefObject<HTMLDivElement | null>
  file: File
  page: number
  handlers: StageHandlers
}

/** A page of a design with pan and zoom; `children` lie over it. */
export function DesignStage({ stage, file, page, handlers, children, ...others }: Props) {
  const { view } = useStageView()
  useStageSize(stage, pageSize(file, page), `${file._id} ${page}`)
  useStageGestures(stage, view, handlers)
  return (
    <div
      ref={stage}
      className={classes.stage}
      data-stage
      data-drop-version={file._id}
      data-marks={handlers.mayMark}
      role="application"
      tabIndex={0}
      {...others}
    >
      <DesignPage file={file} page={page} />
      {children}
    </div>
  )
}

/** A page where the view has it, as sharp as its zoom needs. */
export function DesignPage({ file, page }: { file: File; page: number }) {
  const hasTiles = useTiles(file, page)
  const [cover, setCover] = useState<Cover>('none')
  return (
    <>
      <DesignImage key={`${file.key} ${page}`} file={file} page={page} cover={cover} />
      {hasTiles && (
        <Suspense>
          <TileCanvas key={`tiles ${file.key} ${page}`} file={file} page={page} onCover={setCover} />
        </Suspense>
      )}
    </>
  )
}
