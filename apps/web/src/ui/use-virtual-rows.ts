import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

type Given = {
  /** Its items have `data-virtual` and equal size. */
  list: RefObject<HTMLElement | null>
  count: number
  /** Changes of it change the item size. */
  layout: string
}

/** `before` and `after`: heights in pixels of unrendered rows. */
export type VirtualRows = {
  first: number
  end: number
  before: number
  after: number
  /** Of one item, including its share of the gaps. */
  itemHeight: number
  /** Where an unrendered item would be. */
  topOf: (index: number) => number
  reveal: (index: number) => void
}

const drawnBeyondPx = 640
/** Renders few at a time, so no frame waits for many: again below this share of the margin. */
const renderedAgainAt = 0.75
/** Layout rounds positions to 64ths of a pixel, depending on the assumed height of rows above. */
const roundingPx = 1 / 16
const guess = { rowHeight: 53, columns: 1 }

/** Which items of a long page to render: a virtualised list or grid. */
export function useVirtualRows({ list, count, layout }: Given): VirtualRows {
  const [shape, setShape] = useState(guess)
  const [drawn, setDrawn] = useState({ from: 0, to: 40 })
  const rows = Math.ceil(count / shape.columns)
  const isEmpty = count === 0

  const measure = useEffectEvent(() => {
    const item = list.current?.querySelector<HTMLElement>('[data-virtual]')
    if (!list.current || !item || item.offsetHeight === 0) return
    const style = getComputedStyle(list.current)
    const columns = Math.max(1, style.gridTemplateColumns.split(' ').length)
    const rowHeight = item.getBoundingClientRect().height + (Number.parseFloat(style.rowGap) || 0)
    const isSameHeight = Math.abs(rowHeight - shape.rowHeight) < roundingPx
    if (!isSameHeight || columns !== shape.columns) setShape({ rowHeight, columns })
  })
  const draw = useEffectEvent(() => {
    if (!list.current) return
    const { rowHeight } = shape
    const top = Math.floor(-list.current.getBoundingClientRect().top / rowHeight)
    const seen = { from: top, to: top + Math.ceil(window.innerHeight / rowHeight) + 1 }
    const beyond = Math.ceil(drawnBeyondPx / rowHeight)
    const least = Math.floor(beyond * renderedAgainAt)
    const isNear = drawn.from <= Math.max(0, seen.from - least) && drawn.to >= Math.min(rows, seen.to + least)
    const isFitting = drawn.to - drawn.from <= seen.to - seen.from + 2 * beyond
    if (isNear && isFitting) return
    const last = Math.max(0, rows - 1)
    setDrawn({
      from: Math.min(last, Math.max(0, seen.from - beyond)),
      to: Math.max(1, seen.to + beyond),
    })
  })

  useLayoutEffect(() => {
    measure()
    draw()
  }, [layout, rows, shape])

  useEffect(() => {
    const element = list.current
    if (!element || isEmpty) return
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('scroll', () => draw(), { passive: true, signal })
    window.addEventListener('resize', () => draw(), { signal })
    const observer = new ResizeObserver(() => measure())
    observer.observe(element)
    return () => {
      stop.abort()
      observer.disconnect()
    }
  }, [list, isEmpty])

  const from = Math.min(drawn.from, rows)
  const to = Math.min(drawn.to, rows)
  const topOf = (index: number) => Math.floor(index / shape.columns) * shape.rowHeight
  return {
    first: from * shape.columns,
    end: Math.min(count, to * shape.columns),
    before: from * shape.rowHeight,
    after: (rows - to) * shape.rowHeight,
    itemHeight: shape.rowHeight / shape.columns,
    topOf,
    reveal(index) {
      const top = list.current?.getBoundingClientRect().top
      if (top === undefined) return
      window.scrollTo({ top: window.scrollY + top + topOf(index) - window.innerHeight / 2 })
    },
  }
}
