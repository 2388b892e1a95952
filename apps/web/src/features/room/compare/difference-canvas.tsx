import { useEffect, useLayoutEffect, useRef } from 'react'
import { createDifference } from '#web/features/room/compare/difference'
import type { Rows, SidePicture } from '#web/features/room/compare/difference-request'
import { viewOfSide } from '#web/features/room/compare/shared-view'
import type { Side } from '#web/features/room/compare/use-sides'
import { tiledPage } from '#web/features/room/stage/tile-plan'
import { originalUrl, pageSize, previewUrl } from '#web/features/room/state/page-source'
import { useStageView } from '#web/features/room/state/stage-view'
import type { Viewport } from '#web/features/room/state/viewport'
import classes from './compare.module.css'

export type DifferenceSide = { side: Side; page: number; scale: number }
type Props = {
  from: DifferenceSide
  to: DifferenceSide
  rows: Rows
  tolerance: number
  onDone: (isReadable: boolean) => void
}

/** While the view moves, nothing is computed. */
const restMs = 80

/** What differs in the view, computed in a worker once the view rests. */
export function DifferenceCanvas({ from, to, rows, tolerance, onDone }: Props) {
  const { view } = useStageView()
  const canvas = useRef<HTMLCanvasElement>(null)
  const ask = useRef<() => void>(() => {})
  const latest = useRef({ from, to, rows, tolerance, onDone })
  useEffect(() => {
    latest.current = { from, to, rows, tolerance, onDone }
    ask.current()
  }, [from, to, rows, tolerance, onDone])

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    let shown: Pick<Viewport, 'x' | 'y' | 'scale'> | null = null
    const color = colorOf(element)
    const follow = () => {
      if (!shown) return
      const now = view.get()
      const ratio = now.scale / shown.scale
      const [x, y] = [now.x - shown.x * ratio, now.y - shown.y * ratio]
      element.style.transform = `translate(${x}px, ${y}px) scale(${ratio})`
    }
    const difference = createDifference((answer, of) => {
      latest.current.onDone(answer.bitmap !== null)
      if (!answer.bitmap) return context.clearRect(0, 0, element.width, element.height)
      element.width = answer.bitmap.width
      element.height = answer.bitmap.height
      context.drawImage(answer.bitmap, 0, 0)
      answer.bitmap.close()
      element.dataset.changed = String(answer.changed)
      element.dataset.ms = String(Math.round(answer.ms))
      shown = { x: of.x - answer.left, y: of.y - answer.top, scale: of.scale }
      follow()
    })
    ask.current = () => {
      const { rows: given, tolerance: most, ...sides } = latest.current
      const now = view.get()
      difference.ask({
        view: now,
        from: pictureOf(sides.from, now),
        to: pictureOf(sides.to, now),
        ...{ rows: given, tolerance: most, color },
      })
    }
    ask.current()
    let rest: ReturnType<typeof setTimeout> | undefined
    const stop = view.subscribe(() => {
      follow()
      clearTimeout(rest)
      rest = setTimeout(() => ask.current(), restMs)
    })
    return () => {
      clearTimeout(rest)
      stop()
      difference.close()
      ask.current = () => {}
    }
  }, [view])

  return <canvas ref={canvas} className={classes.difference} aria-hidden data-difference />
}

function pictureOf({ side: { file }, page, scale }: DifferenceSide, shared: Viewport): SidePicture {
  const size = pageSize(file, page)
  const tiled = tiledPage(file, page)
  const whole = (url: string) => new URL(url, location.href).href
  return {
    picture: whole(originalUrl(file, viewOfSide(shared, size, scale).scale, 1) ?? previewUrl(file, page)),
    tiles: tiled && file.tiles ? { url: absolute(file.tiles.url), page, tiled } : null,
    ...{ size, scale },
  }
}

/** Its places in braces stay as they are. */
const absolute = (url: string) => (url.startsWith('/') ? location.origin + url : url)

function colorOf(element: HTMLElement): [number, number, number] {
  const hex = Number.parseInt(getComputedStyle(element).getPropertyValue('--wm-changed').trim().slice(1), 16)
  return [hex >> 16, (hex >> 8) & 255, hex & 255]
}
