import type { Task } from '@wingmark/contract/tasks'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { onBeforeOthers } from '#web/features/workspaces/live/before-others'

const motion = { duration: 150, easing: 'ease-out' } as const
/** Where the cards were seen longer ago is no longer true: the user has scrolled. */
const seenMs = 500

type Seen = { at: number; places: Map<string, { column: Element | null; box: DOMRect }> }

/** Cards that others move glide to their new place, unless the user wants less motion. */
export function useGlide(root: RefObject<HTMLElement | null>, tasks: readonly Task[]): void {
  const seen = useRef<Seen | null>(null)
  useEffect(
    () =>
      onBeforeOthers(() => {
        const isOld = !seen.current || performance.now() - seen.current.at > seenMs
        if (isOld && root.current) seen.current = { at: performance.now(), places: placesIn(root.current) }
      }),
    [root],
  )
  useLayoutEffect(() => {
    const before = seen.current
    seen.current = null
    if (!root.current || !before || performance.now() - before.at > seenMs || wantsLessMotion()) return
    for (const card of cardsIn(root.current)) {
      const was = before.places.get(card.dataset.task ?? '')
      if (!was) card.animate([{ opacity: 0 }, { opacity: 1 }], motion)
      else if (was.column === columnOf(card)) glide(card, was.box, card.getBoundingClientRect())
      else glideAcross(root.current, card, was.box)
    }
  }, [root, tasks])
}

const wantsLessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
const cardsIn = (root: HTMLElement) => root.querySelectorAll<HTMLElement>('[data-task]')
const columnOf = (card: Element) => card.closest('[data-status]')

const placesIn = (root: HTMLElement): Seen['places'] =>
  new Map(
    [...cardsIn(root)].map((card) => [
      card.dataset.task ?? '',
      { column: columnOf(card), box: card.getBoundingClientRect() },
    ]),
  )

function glide(element: HTMLElement, from: DOMRect, to: DOMRect): Animation | null {
  const [x, y] = [from.left - to.left, from.top - to.top]
  if (Math.abs(x) + Math.abs(y) < 2) return null
  return element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], motion)
}

/** Its column would clip it: an image of the card goes, and the card appears there. */
function glideAcross(root: HTMLElement, card: HTMLElement, from: DOMRect): void {
  const to = card.getBoundingClientRect()
  const image = card.cloneNode(true)
  if (!(image instanceof HTMLElement)) return
  image.removeAttribute('data-task')
  image.inert = true
  image.ariaHidden = 'true'
  Object.assign(image.style, {
    position: 'fixed',
    zIndex: 1,
    top: `${to.top}px`,
    left: `${to.left}px`,
    width: `${to.width}px`,
    margin: '0',
    listStyle: 'none',
  })
  root.append(image)
  card.animate([{ opacity: 0 }, { opacity: 0 }], motion)
  const gliding = glide(image, from, to)
  if (!gliding) return image.remove()
  const end = () => image.remove()
  void gliding.finished.then(end, end)
}
