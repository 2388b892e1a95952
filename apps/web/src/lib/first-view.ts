import { parseJson, shapeOf } from '@wingmark/contract/json'
import { fieldOf } from '#web/lib/changes/read-kept'

/** The server's data in the page, if it is for this id; read once. */
export function takeFirstView<T extends { _id: string }>(id: string): T | null {
  const element = document.getElementById('first-view')
  if (!element) return null
  element.remove()
  return parseJson(
    element.textContent,
    // Our own server wrote it into our own page; only its id needs checking.
    shapeOf((value): value is T => fieldOf(value, '_id') === id),
  )
}

/** The first design belongs to the first view; on any other page it would cover everything. */
export function dropFirstDesign(): void {
  document.getElementById('first-design')?.remove()
}

/** The same for a delivery, which the page renders again. */
export function dropFirstDelivery(): void {
  document.getElementById('first-delivery')?.remove()
}

/** The same for a front page's first view. */
export function dropFirstFront(): void {
  document.getElementById('first-front')?.remove()
}

/** If its page failed to load, nothing of it stays. */
export function dropFirstPage(): void {
  dropFirstDelivery()
  dropFirstFront()
}
