import { type PinPaint, paintPin, pinBody, pinMargin, pinWidth } from './pin-paint.ts'
import { createPinParts, paintKey } from './pin-parts.ts'
import type { PinStyle } from './pin-style.ts'

/** A pin whose body's top left corner is at (x, y) in CSS px. */
export type PlacedPin = PinPaint & { x: number; y: number; label: string }

export type PinSprites = {
  /** Draws all pins of a frame, in order. */
  draw: (target: CanvasRenderingContext2D, pins: readonly PlacedPin[]) => void
}

type Page = { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D | null }
type Sprite = { page: Page; x: number; y: number; width: number }

/** Device px. Browsers copy a changed page once, so it is small. */
const pagePx = 512
/** 32 MB at most. */
const pagesMax = 32
const calmMs = 1_000

/** Caches whole pins: a frame copies one picture per pin. It adds nothing midway, or the browser copies the canvas. */
export function createPinSprites(style: PinStyle, ratio: number): PinSprites {
  const parts = createPinParts(style, ratio)
  const height = Math.ceil((style.size + 2 * pinMargin) * ratio)
  const sprites = new Map<string, Sprite>()
  let pages: Page[] = []
  let next = { x: 0, y: 0 }
  let clearedAt = Number.NEGATIVE_INFINITY

  const room = (width: number): Page | null => {
    if (next.x + width > pagePx) next = { x: 0, y: next.y + height }
    const page = pages.at(-1)
    if (page && next.y + height <= pagePx) return page
    if (pages.length >= pagesMax) return null
    next = { x: 0, y: 0 }
    const canvas = document.createElement('canvas')
    canvas.width = pagePx
    canvas.height = pagePx
    const made = { canvas, context: canvas.getContext('2d') }
    pages.push(made)
    return made
  }

  /** False without room. */
  const prepare = (pin: PlacedPin): boolean => {
    const { label } = pin
    const key = paintKey(pin) + label
    if (sprites.has(key)) return true
    const width = Math.ceil((pinWidth(label, style) + 2 * pinMargin) * ratio)
    const page = room(width)
    if (!page?.context) return false
    page.context.setTransform(ratio, 0, 0, ratio, next.x, next.y)
    parts.draw(page.context, pinMargin, pinMargin, label, pin)
    sprites.set(key, { page, x: next.x, y: next.y, width })
    next = { x: next.x + width, y: next.y }
    return true
  }

  const clear = () => {
    sprites.clear()
    pages = []
    next = { x: 0, y: 0 }
    clearedAt = performance.now()
  }

  const copy = (target: CanvasRenderingContext2D, { page, x, y, width }: Sprite, pin: PlacedPin) =>
    target.drawImage(
      page.canvas,
      x,
      y,
      width,
      height,
      // On whole device pixels, copies are exact and cheap.
      Math.round((pin.x - pinMargin) * ratio) / ratio,
      Math.round((pin.y - pinMargin) * ratio) / ratio,
      width / ratio,
      height / ratio,
    )

  return {
    draw(target, all) {
      const unsure = all.filter((pin) => pin.isUnsure)
      const pins = unsure.length === 0 ? all : all.filter((pin) => !pin.isUnsure)
      const isFull = pins.some((pin) => !prepare(pin))
      for (const pin of pins) {
        const sprite = sprites.get(paintKey(pin) + pin.label)
        if (sprite) copy(target, sprite, pin)
        else parts.draw(target, pin.x, pin.y, pin.label, pin)
      }
      // Few, and on top.
      for (const pin of unsure) {
        const body = pinBody(pin.x, pin.y + style.size, pin.label, style)
        paintPin(target, body, pin.label, pin, style)
      }
      // Evicts old sprites, but not in every frame if one frame alone needs more.
      if (isFull && performance.now() - clearedAt > calmMs) clear()
    },
  }
}
