import type { File } from '@wingmark/contract/files'
import { useEffect, useRef, useState } from 'react'
import { thumbnailUrl } from '#web/features/room/state/page-source'
import { formatCount } from '#web/lib/format'
import { usePagePicture } from '#web/lib/page-pictures'
import classes from './files-strip.module.css'

type TileProps = { file: File; number: number; count: number; isCurrent: boolean; onOpen: () => void }

/** Fetches a page's picture only while its tile is visible. */
export function PageTile({ file, number, count, isCurrent, onOpen }: TileProps) {
  const tile = useRef<HTMLButtonElement>(null)
  const isInSight = useInSight(tile)
  const size = file.pages?.[number - 1]
  useEffect(() => {
    if (isCurrent) tile.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <button
      ref={tile}
      type="button"
      className={classes.page}
      tabIndex={-1}
      data-page={number}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={`Page ${number}${count > 0 ? `, ${formatCount(count, 'open comment')}` : ''}`}
      onClick={onOpen}
    >
      <span
        className={classes.sheet}
        aria-hidden
        style={size ? { aspectRatio: `${size.width} / ${size.height}` } : undefined}
      >
        {isInSight && <PagePicture url={thumbnailUrl(file, number)} />}
        {count > 0 && <span className={classes.count} data-text={count} />}
      </span>
      <span className={classes.pageNumber}>{number}</span>
    </button>
  )
}

function PagePicture({ url }: { url: string }) {
  return <img src={usePagePicture(url)} alt="" decoding="async" fetchPriority="low" />
}

const restMs = 150

/** True once the element has been visible for a moment, so that fast scrolling fetches nothing. */
function useInSight(element: React.RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      const isNow = entries.at(-1)?.isIntersecting ?? false
      clearTimeout(timer)
      timer = setTimeout(() => setInSight(isNow), restMs)
    })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element])
  return isInSight
}
