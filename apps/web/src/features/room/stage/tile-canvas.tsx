import type { File } from '@wingmark/contract/files'
import { tileUrl } from '@wingmark/contract/tiles'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Cover, createTileLayer } from '#web/features/room/stage/tile-layer'
import { tiledPage } from '#web/features/room/stage/tile-plan'
import { createTileStore } from '#web/features/room/stage/tile-store'
import { pixelScale, previewUrl } from '#web/features/room/state/page-source'
import { useStageView } from '#web/features/room/state/stage-view'
import classes from './stage.module.css'

type Props = {
  file: File
  page: number
  onCover: (cover: Cover) => void
}

/** Tiles over a preview that is too small. Mount a new instance for another page. */
export function TileCanvas({ file, page, onCover }: Props) {
  const { view } = useStageView()
  const canvas = useRef<HTMLCanvasElement>(null)
  // Addresses are renewed while the page stays the same.
  const latest = useRef(file)
  useEffect(() => {
    latest.current = file
  }, [file])

  useLayoutEffect(() => {
    const tiled = tiledPage(latest.current, page)
    if (!canvas.current || !tiled) return
    let preview: ImageBitmap | null = null
    let isOver = false
    const store = createTileStore({
      urlOf: (place) => tileUrl(latest.current.tiles?.url ?? '', page, place),
      onLoaded: () => layer.invalidate(),
    })
    const layer = createTileLayer({
      canvas: canvas.current,
      page: tiled,
      store,
      preview: () => preview,
      pixelScale: latest.current.kind === 'IMAGE' ? pixelScale : null,
      onCover,
    })
    void readPreview(previewUrl(latest.current, page)).then((bitmap) => {
      if (isOver) return bitmap?.close()
      preview = bitmap
      layer.invalidate()
    })
    const follow = () => layer.setView(view.get())
    follow()
    const stop = view.subscribe(follow)
    return () => {
      isOver = true
      stop()
      layer.destroy()
      store.close()
      preview?.close()
    }
  }, [view, page, onCover])

  return <canvas ref={canvas} className={classes.tiles} aria-hidden />
}

/** The browser has it cached. */
async function readPreview(url: string): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(url)
    return answer.ok ? await createImageBitmap(await answer.blob()) : null
  } catch {
    return null
  }
}
