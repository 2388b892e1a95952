import type { File } from '@wingmark/contract/files'
import { useEffect, useState } from 'react'
import { needsTiles, tiledPage } from '#web/features/room/stage/tile-plan'
import { useStageView } from '#web/features/room/state/stage-view'

/** True once a page has been zoomed beyond its preview. */
export function useTiles(file: File, page: number): boolean {
  const { view } = useStageView()
  const [wanted, setWanted] = useState<string | null>(null)
  const key = `${file.key} ${page}`
  useEffect(() => {
    const tiled = tiledPage(file, page)
    if (!tiled || wanted === key) return
    const look = () => {
      if (needsTiles(view.get(), tiled, window.devicePixelRatio)) setWanted(key)
    }
    look()
    return view.subscribe(look)
  }, [file, page, key, wanted, view])
  return wanted === key && file.tiles !== undefined
}
