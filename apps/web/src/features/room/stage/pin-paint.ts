import { type Point, type Rect, toScreen, type Viewport } from '#web/features/room/state/viewport'
import { colorIn, type PinStyle } from './pin-style.ts'

export type PinTone = 'open' | 'resolved' | 'cluster'
/** A pin's look; `color`: the number of its author's colour. `isUnsure`: a dashed ring. */
export type PinPaint = { tone: PinTone; color: number | null; isUnsure?: boolean }
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A marker's place as in the contract, in fractions of the page. */
export type PinMarker = {
  x: number
  y: number
  width?: number | undefined
  height?: number | undefined
  shape: 'POINT' | 'RECTANGLE' | 'ARROW' | 'FREEHAND'
  points?: readonly (readonly [number, number])[] | undefined
}

/** Space in px around a pin's body for its ring, badge and shadow. */
export const pinMargin = 5

/** Width of a pin's body in CSS px: a circle up to two characters, wider beyond. */
export function pinWidth(label: string, style: PinStyle): number {
  return label.length <= 2 ? style.size : style.size + (label.length - 2) * 7
}

/** The body is above and right of its place, to which its lower left corner points. */
export function pinBody(x: number, y: number, label: string, style: PinStyle): Rect {
  return { x, y: y - style.size, width: pinWidth(label, style), height: style.size }
}

export function labelFont(style: PinStyle): string {
  return `600 ${Math.round(style.size * 0.43)}px ${style.font}`
}

export function paintPin(
  context: Context,
  body: Rect,
  label: string,
  paint: PinPaint,
  style: PinStyle,
): void {
  paintPinBody(context, body, paint, style)
  context.fillStyle = paint.isUnsure
    ? colorIn(style, paint.color)
    : paint.tone === 'open'
      ? style.ring
      : style.onQuiet
  context.font = labelFont(style)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(label, body.x + body.width / 2, body.y + body.height / 2 + 0.5)
}

export function paintPinBody(context: Context, body: Rect, paint: PinPaint, style: PinStyle): void {
  const { tone, color } = paint
  const round = body.height / 2
  const edge = tone === 'cluster' ? 2 : 1.5
  context.save()
  context.shadowColor = 'rgb(0 0 0 / 45%)'
  context.shadowBlur = 4
  context.shadowOffsetY = 1
  context.fillStyle = style.rim
  const rim = { x: body.x - 1, y: body.y - 1, width: body.width + 2, height: body.height + 2 }
  bodyPath(context, rim, round + 1, tone)
  context.fill()
  context.restore()
  context.fillStyle = style.ring
  bodyPath(context, body, round, tone)
  context.fill()
  const inner = {
    x: body.x + edge,
    y: body.y + edge,
    width: body.width - 2 * edge,
    height: body.height - 2 * edge,
  }
  if (paint.isUnsure) return paintDashes(context, inner, round - edge, colorIn(style, color))
  context.fillStyle = tone === 'open' ? colorIn(style, color) : style.quiet
  bodyPath(context, inner, round - edge, tone)
  context.fill()
  if (tone === 'resolved') paintTick(context, body.x + body.width - 3, body.y + 4, style)
}

/** A dashed ring on the light body. */
function paintDashes(context: Context, body: Rect, round: number, color: string): void {
  context.save()
  context.strokeStyle = color
  context.lineWidth = 2.5
  context.setLineDash([4, 3])
  const ring = { x: body.x + 1, y: body.y + 1, width: body.width - 2, height: body.height - 2 }
  bodyPath(context, ring, round - 1, 'open')
  context.stroke()
  context.restore()
}

function bodyPath(context: Context, body: Rect, round: number, tone: PinTone): void {
  const tip = tone === 'cluster' ? round : 3
  context.beginPath()
  context.roundRect(body.x, body.y, body.width, body.height, [round, round, round, tip])
}

function paintTick(context: Context, x: number, y: number, style: PinStyle): void {
  context.beginPath()
  context.arc(x, y, 6, 0, 2 * Math.PI)
  context.fillStyle = style.resolved
  context.fill()
  context.beginPath()
  context.moveTo(x - 2.6, y + 0.2)
  context.lineTo(x - 0.7, y + 2.1)
  context.lineTo(x + 2.8, y - 1.9)
  context.lineWidth = 1.5
  context.strokeStyle = style.ring
  context.stroke()
}

export type ShapeEmphasis = 'quiet' | 'lit' | 'draft'

/** Draws a marker's shape: a region, an arrow or a freehand line. */
export function paintShape(
  context: Context,
  view: Viewport,
  marker: PinMarker,
  style: PinStyle,
  { emphasis, color }: { emphasis: ShapeEmphasis; color: number | null },
): void {
  if (marker.shape === 'POINT') return
  context.save()
  context.strokeStyle = colorIn(style, color)
  context.fillStyle = colorIn(style, color)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  const isRegion = marker.shape === 'RECTANGLE'
  context.lineWidth = (emphasis === 'quiet' ? 1.5 : 2) + (isRegion ? 0 : 1)
  if (isRegion) paintRegion(context, view, marker, emphasis, style)
  else paintLine(context, view, marker, style)
  context.restore()
}

function paintRegion(
  context: Context,
  view: Viewport,
  marker: PinMarker,
  emphasis: ShapeEmphasis,
  style: PinStyle,
): void {
  const from = toScreen(view, marker)
  const to = toScreen(view, { x: marker.x + (marker.width ?? 0), y: marker.y + (marker.height ?? 0) })
  context.globalAlpha = emphasis === 'quiet' ? 0 : 0.12
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y)
  outline(context, style, emphasis === 'quiet' ? 0.9 : 1, () =>
    context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y),
  )
}

function paintLine(context: Context, view: Viewport, marker: PinMarker, style: PinStyle): void {
  const points = (marker.points ?? []).map(([x, y]) => toScreen(view, { x, y }))
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return
  context.beginPath()
  context.moveTo(first.x, first.y)
  for (const point of points) context.lineTo(point.x, point.y)
  const before = points.at(-2) ?? first
  const angle = Math.atan2(last.y - before.y, last.x - before.x)
  for (const side of marker.shape === 'ARROW' ? [-1, 1] : []) {
    context.moveTo(last.x, last.y)
    context.lineTo(last.x - 11 * Math.cos(angle + side * 0.5), last.y - 11 * Math.sin(angle + side * 0.5))
  }
  outline(context, style, 1, () => context.stroke())
}

/** A handle's side in CSS px. */
const handleSize = 8

export function paintHandles(context: Context, handles: readonly { at: Point }[], style: PinStyle): void {
  context.save()
  context.lineWidth = 1.5
  for (const { at } of handles) {
    const box = [at.x - handleSize / 2, at.y - handleSize / 2, handleSize, handleSize] as const
    context.fillStyle = style.ring
    context.strokeStyle = style.own
    context.beginPath()
    context.roundRect(...box, 2)
    context.fill()
    context.stroke()
  }
  context.restore()
}

/** A line with the two rings of a pin, visible on any design, even one of its own colour. */
function outline(context: Context, style: PinStyle, alpha: number, stroke: () => void): void {
  const { lineWidth, strokeStyle } = context
  context.globalAlpha = alpha / 2
  context.strokeStyle = style.rim
  context.lineWidth = lineWidth + 3
  stroke()
  context.globalAlpha = alpha
  context.strokeStyle = style.ring
  context.lineWidth = lineWidth + 1.5
  stroke()
  context.globalAlpha = alpha
  context.strokeStyle = strokeStyle
  context.lineWidth = lineWidth
  stroke()
}
