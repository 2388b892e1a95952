import type { PinLook } from './pin-look.ts'
import { labelFont, type PinTone, paintPinBody, pinMargin, pinWidth } from './pin-paint.ts'

export type PinSprites = {
  /** Draws a pin whose body's top left corner is at (x, y) in CSS px of the target. */
  draw: (target: CanvasRenderingContext2D, x: number, y: number, label: string, tone: PinTone) => void
}

type Cell = { x: number; width: number; row: number }

const characters = '0123456789+'
const tones: readonly PinTone[] = ['open', 'resolved', 'cluster']
const longest = 8

/**
 * Bodies and digits painted once on a sheet and copied from it: setting text anew for each pin is too slow,
 * and a sheet that changes between copies is slower still.
 */
export function createPinSprites(look: PinLook, ratio: number): PinSprites {
  const tall = look.size + 2 * pinMargin
  const sheet = document.createElement('canvas')
  const context = sheet.getContext('2d')
  const digitWidth = measureDigit(context, look)
  const widest = pinWidth('0'.repeat(longest), look) + 2 * pinMargin
  sheet.width = Math.ceil(Math.max(widest * longest, characters.length * digitWidth) * ratio)
  sheet.height = Math.ceil(tall * ratio) * (tones.length + 2)

  const rowHeight = Math.ceil(tall * ratio)
  const bodies = new Map<string, Cell>()
  const digits = [look.onAccent, look.onQuiet].map(() => new Map<string, Cell>())

  tones.forEach((tone, row) => {
    let x = 0
    for (let length = 1; length <= longest; length += 1) {
      const width = pinWidth('0'.repeat(length), look)
      const cell = { x, width: Math.ceil((width + 2 * pinMargin) * ratio), row }
      bodies.set(`${tone}${length}`, cell)
      context?.setTransform(ratio, 0, 0, ratio, x, row * rowHeight)
      if (context) paintPinBody(context, { x: pinMargin, y: pinMargin, width, height: look.size }, tone, look)
      x += cell.width
    }
  })
  digits.forEach((cells, which) => {
    const row = tones.length + which
    ;[...characters].forEach((character, i) => {
      const cell = { x: Math.ceil(i * digitWidth * ratio), width: Math.ceil(digitWidth * ratio), row }
      cells.set(character, cell)
      if (!context) return
      context.setTransform(ratio, 0, 0, ratio, cell.x, row * rowHeight)
      context.font = labelFont(look)
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillStyle = which === 0 ? look.onAccent : look.onQuiet
      context.fillText(character, digitWidth / 2, tall / 2 + 0.5)
    })
  })

  const copy = (target: CanvasRenderingContext2D, cell: Cell, x: number, y: number) => {
    // On whole device pixels the copy is exact and cheap.
    const left = Math.round(x * ratio) / ratio
    const top = Math.round(y * ratio) / ratio
    target.drawImage(
      sheet,
      cell.x,
      cell.row * rowHeight,
      cell.width,
      rowHeight,
      left,
      top,
      cell.width / ratio,
      rowHeight / ratio,
    )
  }

  return {
    draw(target, x, y, label, tone) {
      const body = bodies.get(tone + Math.min(longest, label.length))
      if (!body) return
      copy(target, body, x - pinMargin, y - pinMargin)
      const glyphs = digits[tone === 'open' ? 0 : 1]
      let at = x + (pinWidth(label, look) - label.length * digitWidth) / 2
      for (const character of label) {
        const glyph = glyphs?.get(character)
        if (glyph) copy(target, glyph, at, y - pinMargin)
        at += digitWidth
      }
    },
  }
}

function measureDigit(context: CanvasRenderingContext2D | null, look: PinLook): number {
  if (!context) return 8
  context.font = labelFont(look)
  return context.measureText('0').width
}
