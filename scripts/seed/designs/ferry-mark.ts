import { circle, display, group, line, path, stroke, text, times } from './svg.ts'

export const ferry = {
  ink: '#0A1440',
  blue: '#2442E8',
  deep: '#1730B8',
  orange: '#FF6A3D',
  sky: '#DCE6FA',
  foam: '#F4F7FD',
  white: '#FFFFFF',
}

export const wordmark = { weight: 0.17, width: 0.96, tracking: -0.015, squareness: 0.6 }
export const label = { weight: 0.15, tracking: 0.06 }

// A dome and a bowl of radius 30 on one water line, half a radius apart: sun over the horizon, hull below it.
const dome = 'M8 49A32 32 0 0 1 72 49Z'
const bowl = 'M28 53H92A32 32 0 0 1 28 53Z'

/** The mark fills a square of `size`. */
export const mark = (x: number, y: number, size: number, top: string, bottom: string) =>
  group(`translate(${x} ${y}) scale(${size / 100})`, path(dome, top), path(bowl, bottom))

/** Mark and name side by side; `height` is that of a capital. */
export const lockup = (
  x: number,
  y: number,
  height: number,
  colors: { top: string; bottom: string; name: string },
) =>
  mark(x, y - height * 1.47, height * 1.95, colors.top, colors.bottom) +
  display('Skerry Line', wordmark, { x: x + height * 2.2, y, height }, colors.name)

/** How the mark is built: grid, circles, water line and measures. */
export const construction = (x: number, y: number, size: number, color: string) => {
  const unit = size / 100
  const faint = { opacity: 0.28 }
  const grid = times(13, (index) => {
    const at = 2 + index * 8
    return (
      line(x + at * unit, y, x + at * unit, y + size, color, 1, faint) +
      line(x, y + at * unit, x + size, y + at * unit, color, 1, faint)
    )
  }).join('')
  const ring = (cx: number, cy: number) =>
    circle(x + cx * unit, y + cy * unit, 32 * unit, 'none', { stroke: color, 'stroke-width': 2 })
  const cross = (cx: number, cy: number) =>
    stroke(`M${x + cx * unit - 7} ${y + cy * unit}h14M${x + cx * unit} ${y + cy * unit - 7}v14`, color, 2)
  return (
    grid +
    mark(x, y, size, '#FF6A3D33', '#2442E833') +
    ring(40, 49) +
    ring(60, 53) +
    cross(40, 49) +
    cross(60, 53) +
    line(x - 18, y + 51 * unit, x + size + 18, y + 51 * unit, color, 2, { 'stroke-dasharray': '6 6' }) +
    text(x + size + 26, y + 51 * unit + 5, 'Water line', { size: 15, fill: color, weight: 500 }) +
    stroke(`M${x + 40 * unit} ${y + size + 12}v10h${20 * unit}v-10`, color, 2) +
    text(x + 50 * unit, y + size + 42, '⅝ r', { size: 15, fill: color, weight: 500, anchor: 'middle' })
  )
}

export const boardTitle = (part: string, title: string, fill: string) =>
  display(part, label, { x: 64, y: 84, height: 17 }, fill) +
  display(title, { weight: 0.14 }, { x: 128, y: 84, height: 17 }, fill)

export const clientName = (fill: string) =>
  display('Skerry Line', { weight: 0.14 }, { x: 1536, y: 84, height: 17, anchor: 'end' }, fill)
