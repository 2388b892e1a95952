import { labelFont, type PinPaint, paintPinBody, pinMargin, pinWidth } from './pin-paint.ts'
import type { PinStyle } from './pin-style.ts'

export type PinParts = {
  /** Draws a pin with its body's top left corner at (x, y) in CSS px of the target. */
  draw: (target: CanvasRenderingContext2D, x: number, y: number, label: string, paint: PinPaint) => void
}

/** Device px on the sheet. */
type Cell = { x: number; y: number; width: number; height: number }

const characters = '0123456789+'
/** Only open ones show their author. */
export const paintKey = ({ tone, color }: PinPaint): string =>
  tone === 'open' ? `${tone}${color ?? ''}:` : `${tone}:`
const longest = 8

/** Bodies and digits painted once, to compose pins from: setting text for each pin is too slow. */
export function createPinParts(style: PinStyle, ratio: number): PinParts {
  const sheet = document.createElement('canvas')
  const context = sheet.getContext('2d')
  const digitWidth = measureDigit(context, style)
  // Only as tall as the text: copying invisible pixels costs as much as visible ones.
  const digitHeight = Math.ceil(style.size * 0.6)
  const paints: readonly PinPaint[] = [
    ...[null, ...style.people.keys()].map((color) => ({ tone: 'open', color }) as const),
    { tone: 'resolved', color: null },
    { tone: 'cluster', color: null },
  ]
  const bodyRow = Math.ceil((style.size + 2 * pinMargin) * ratio)
  const digitRow = Math.ceil(digitHeight * ratio)
  const widest = pinWidth('0'.repeat(longest), style) + 2 * pinMargin
  sheet.width = Math.ceil(Math.max(widest * longest, characters.length * (digitWidth + 1)) * ratio)
  sheet.height = bodyRow * paints.length + digitRow * 2

  const paint = (cell: Cell, draw: (target: CanvasRenderingContext2D) => void) => {
    context?.setTransform(ratio, 0, 0, ratio, cell.x, cell.y)
    if (context) draw(context)
    return cell
  }

  const bodies = new Map<string, Cell>()
  paints.forEach((one, row) => {
    let x = 0
    for (let length = 1; length <= longest; length += 1) {
      const width = pinWidth('0'.repeat(length), style)
      const cell = { x, y: row * bodyRow, width: Math.ceil((width + 2 * pinMargin) * ratio), height: bodyRow }
      const body = { x: pinMargin, y: pinMargin, width, height: style.size }
      bodies.set(
        `${paintKey(one)}${length}`,
        paint(cell, (target) => paintPinBody(target, body, one, style)),
      )
      x += cell.width
    }
  })

  const digits = [style.ring, style.onQuiet].map((color, which) => {
    const width = Math.ceil(digitWidth * ratio)
    const y = bodyRow * paints.length + digitRow * which
    return new Map(
      [...characters].map((character, i) => {
        const cell = paint({ x: i * width, y, width, height: digitRow }, (target) => {
          target.font = labelFont(style)
          target.textAlign = 'center'
          target.textBaseline = 'middle'
          target.fillStyle = color
          target.fillText(character, digitWidth / 2, digitHeight / 2 + 0.5)
        })
        return [character, cell] as const
      }),
    )
  })

  const copy = (target: CanvasRenderingContext2D, { x, y, width, height }: Cell, left: number, top: number) =>
    target.drawImage(
      sheet,
      x,
      y,
      width,
      height,
      // On whole device pixels, copies are exact and cheap.
      Math.round(left * ratio) / ratio,
      Math.round(top * ratio) / ratio,
      width / ratio,
      height / ratio,
    )

  return {
    draw(target, x, y, label, how) {
      const body = bodies.get(paintKey(how) + Math.min(longest, label.length))
      if (!body) return
      copy(target, body, x - pinMargin, y - pinMargin)
      const glyphs = digits[how.tone === 'open' ? 0 : 1]
      let at = x + (pinWidth(label, style) - label.length * digitWidth) / 2
      for (const character of label) {
        const glyph = glyphs?.get(character)
        if (glyph) copy(target, glyph, at, y + (style.size - digitHeight) / 2)
        at += digitWidth
      }
    },
  }
}

function measureDigit(context: CanvasRenderingContext2D | null, style: PinStyle): number {
  if (!context) return 8
  context.font = labelFont(style)
  return context.measureText('0').width
}
