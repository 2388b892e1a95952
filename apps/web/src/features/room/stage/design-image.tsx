import type { File } from '@wingmark/contract/files'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Cover } from '#web/features/room/stage/tile-layer'
import {
  originalUrl,
  pageCount,
  pageSize,
  pixelScale,
  previewUrl,
} from '#web/features/room/state/page-source'
import { mayHaveGround, setGround, useGround } from '#web/features/room/state/stage-ground'
import { useStageView } from '#web/features/room/state/stage-view'
import { groundOf, isReadable } from '#web/lib/grounds'
import { usePagePicture } from '#web/lib/page-pictures'
import classes from './design-image.module.css'

const restMs = 120

type Props = {
  file: File
  page: number
  /** Tiles cover it, so it need not be drawn below them too. */
  cover: Cover
}

/** One page of a design, moved and scaled by the view. Its box precedes its picture, so nothing jumps. */
export function DesignImage({ file, page, cover }: Props) {
  const { view } = useStageView()
  const box = useRef<HTMLDivElement>(null)
  const [original, setOriginal] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [isOpaque, setOpaque] = useState(!mayHaveGround(file))
  const size = pageSize(file, page)
  const ground = useGround(file._id)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let rest: ReturnType<typeof setTimeout> | undefined
    // Only where the view rests; zooming past fetches nothing.
    const decide = () =>
      setOriginal((known) => known ?? originalUrl(file, view.get().scale, window.devicePixelRatio))
    const follow = () => {
      const { x, y, scale } = view.get()
      element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
      element.style.setProperty('--scale', String(scale))
      element.dataset.pixels = String(scale >= pixelScale)
      clearTimeout(rest)
      rest = setTimeout(decide, restMs)
    }
    follow()
    const stop = view.subscribe(follow)
    return () => {
      stop()
      clearTimeout(rest)
    }
  }, [view, file])

  useEffect(() => {
    if (isShown) document.getElementById('first-design')?.remove()
  }, [isShown])

  const show = (picture: HTMLImageElement) => {
    if (!mayHaveGround(file)) return setShown(true)
    // A cross-origin picture is requested again: nothing waits for it.
    if (!isReadable(picture.currentSrc)) setShown(true)
    void groundOf(picture).then((one) => {
      setGround('found', file._id, one ?? 'LIGHT')
      setOpaque(one === null)
      setShown(true)
    })
  }
  const pages = pageCount(file)
  const alt = pages > 1 ? `${file.name}, page ${page} of ${pages}` : file.name
  return (
    <div
      ref={box}
      className={classes.page}
      style={size}
      data-shown={isShown}
      data-opaque={isOpaque}
      data-cover={cover}
      data-ground={ground}
    >
      {page === 1 && !isShown && (
        <img src={file.thumbnailUrl} alt="" className={classes.layer} draggable={false} />
      )}
      <PreviewLayer url={previewUrl(file, page)} alt={alt} onShown={show} />
      {original && <OriginalLayer url={original} />}
    </div>
  )
}

function PreviewLayer({
  url,
  alt,
  onShown,
}: {
  url: string
  alt: string
  onShown: (picture: HTMLImageElement) => void
}) {
  const [tries, setTries] = useState(0)
  const [isLost, setLost] = useState(false)
  const src = usePagePicture(url)
  useEffect(() => {
    if (!isLost || tries > 4) return
    const timer = setTimeout(
      () => {
        setTries((count) => count + 1)
        setLost(false)
      },
      1000 * 2 ** tries,
    )
    return () => clearTimeout(timer)
  }, [isLost, tries])
  if (isLost) return null
  return (
    <img
      key={tries}
      src={src}
      alt={alt}
      className={classes.layer}
      draggable={false}
      fetchPriority="high"
      onLoad={({ currentTarget: picture }) => {
        const tell = () => onShown(picture)
        void picture.decode().then(tell, tell)
      }}
      onError={() => setLost(true)}
    />
  )
}

/** Covers the preview once decoded; on failure the preview stays. */
function OriginalLayer({ url }: { url: string }) {
  const [isReady, setReady] = useState(false)
  return (
    <img
      src={url}
      alt=""
      className={classes.layer}
      data-ready={isReady}
      draggable={false}
      onLoad={(event) =>
        void event.currentTarget.decode().then(
          () => setReady(true),
          () => setReady(false),
        )
      }
    />
  )
}
