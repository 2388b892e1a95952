import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { keptTask } from '#web/features/workspaces/task/kept-task'
import { useStore } from '#web/lib/store'

type Item = { _id: string; source: unknown }
/** A task and its place, or null with the height of unrendered ones. */
export type Drawn<T> = { task: T | null; index: number; room: number }

const drawnBeyondPx = 700
/** Renders few at a time, so no frame waits for many: again below this share of the margin. */
const renderedAgainAt = 0.85
/** Shorter lists are rendered whole. */
const drawnWhole = 30

/** Known heights; for others, the mean of those with or without a picture. */
function createHeights() {
  const known = new Map<string, number>()
  const kinds = { plain: { sum: 0, count: 0 }, pictured: { sum: 0, count: 0 } }
  const kindOf = ({ source }: Item) => (source === null ? kinds.plain : kinds.pictured)
  return {
    of(item: Item): number {
      const height = known.get(item._id)
      if (height !== undefined) return height
      const own = kindOf(item)
      const { sum, count } = own.count > 0 ? own : kinds.plain
      const guess = count > 0 ? Math.round(sum / count) : 80
      // From now on its space keeps this height until it is rendered.
      known.set(item._id, guess)
      return guess
    },
    learn(item: Item, height: number): void {
      if (known.get(item._id) === height) return
      known.set(item._id, height)
      const kind = kindOf(item)
      kind.sum += height
      kind.count += 1
    },
    forget: () => known.clear(),
  }
}

/** Which tasks of a long page render: those near the view, and `keep`. Each needs `data-task`; `list` adds only spacers. */
export function useRenderedTasks<T extends Item>(
  list: RefObject<HTMLElement | null>,
  tasks: readonly T[],
  keep: readonly (string | null | undefined)[],
): Drawn<T>[] {
  const [heights] = useState(createHeights)
  const [shape, setShape] = useState({ from: 0, to: 12, gap: 0, isMeasured: false })
  const isWhole = tasks.length <= drawnWhole

  const draw = useEffectEvent(() => {
    if (!list.current || isWhole) return
    const top = list.current.getBoundingClientRect().top
    const within = (beyond: number) => {
      let y = top
      let from = tasks.length
      let to = 0
      for (const [index, task] of tasks.entries()) {
        const bottom = y + heights.of(task)
        if (bottom > -beyond && from === tasks.length) from = index
        if (y < window.innerHeight + beyond) to = index + 1
        else break
        y = bottom + shape.gap
      }
      return { from: Math.min(from, tasks.length - 1), to: Math.max(1, to) }
    }
    const [needed, wanted] = [within(drawnBeyondPx * renderedAgainAt), within(drawnBeyondPx)]
    const isNear = shape.from <= needed.from && shape.to >= needed.to
    const isFitting = shape.to - shape.from <= 2 * (wanted.to - wanted.from)
    if (!shape.isMeasured || !isNear || !isFitting) setShape({ ...wanted, gap: shape.gap, isMeasured: true })
  })

  const measure = useEffectEvent(() => {
    if (!list.current || isWhole) return
    const byId = new Map(tasks.map((task) => [task._id, task]))
    for (const child of list.current.children) {
      const task = child instanceof HTMLElement && byId.get(child.dataset.task ?? '')
      if (task) heights.learn(task, child.getBoundingClientRect().height)
    }
    const gap = Number.parseFloat(getComputedStyle(list.current).rowGap) || 0
    if (gap !== shape.gap) setShape({ ...shape, gap })
  })

  useLayoutEffect(() => {
    measure()
    draw()
  }, [tasks, shape])

  useEffect(() => {
    const element = list.current
    if (!element || isWhole) return
    const stop = new AbortController()
    const { signal } = stop
    // Also of the column around it.
    window.addEventListener('scroll', () => draw(), { passive: true, capture: true, signal })
    window.addEventListener('resize', () => draw(), { signal })
    let width = element.offsetWidth
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth === width) return
      width = element.offsetWidth
      heights.forget()
      measure()
      draw()
    })
    observer.observe(element)
    return () => {
      stop.abort()
      observer.disconnect()
    }
  }, [list, isWhole, heights])

  const drawn: Drawn<T>[] = []
  let room = 0
  for (const [index, task] of tasks.entries()) {
    const isRendered = isWhole || (index >= shape.from && index < shape.to) || keep.includes(task._id)
    if (!isRendered) {
      if (shape.isMeasured) room += heights.of(task) + (room > 0 ? shape.gap : 0)
      continue
    }
    if (room > 0) drawn.push({ task: null, index: index - 1, room })
    room = 0
    drawn.push({ task, index, room: 0 })
  }
  if (room > 0) drawn.push({ task: null, index: tasks.length - 1, room })
  return drawn
}

/** The focused or dragged task, and the one about to get the focus: they stay rendered. */
export function useHeldTask(list: RefObject<HTMLElement | null>): (string | null)[] {
  const [held, setHeld] = useState<string | null>(null)
  const kept = useStore(keptTask, (id) => id)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const stop = new AbortController()
    const hold = ({ target }: Event) => {
      const task = target instanceof Element && target.closest<HTMLElement>('[data-task]')
      if (task) setHeld(task.dataset.task ?? null)
    }
    for (const kind of ['focusin', 'dragstart']) element.addEventListener(kind, hold, stop)
    return () => stop.abort()
  }, [list])
  return [held, kept]
}
