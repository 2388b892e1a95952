import { round } from './outline-pen.ts'
import { type Sheet, smooth } from './pdf-writer.ts'
import { createDice, times } from './svg.ts'

export const weather = {
  night: '#14163A',
  indigo: '#2B3190',
  sky: '#9CCBFF',
  ice: '#EAF2FF',
  sun: '#FFC63F',
  red: '#F2523D',
  teal: '#0E9C8C',
  white: '#FFFFFF',
}

export const head = { weight: 0.16, width: 0.98, tracking: -0.012 }
export const medium = { weight: 0.14 }
export const margin = 36

/** Lines of equal pressure around a middle, as on a weather chart. */
export function isobars(sheet: Sheet, cx: number, cy: number, colors: string[], step: number, lean: number) {
  colors.forEach((stroke, index) => {
    const radius = 16 + index * step
    const ring = times(28, (at): [number, number] => {
      const angle = (at / 28) * Math.PI * 2
      const wobble =
        1 +
        0.1 * Math.sin(2 * angle + lean + index * 0.16) +
        0.07 * Math.sin(3 * angle + index * 0.28 + lean * 2) * Math.min(1, index / 4)
      return [cx + Math.cos(angle) * radius * wobble * 1.16, cy + Math.sin(angle) * radius * wobble]
    })
    sheet.path(smooth(ring, true), { stroke, width: index % 4 === 0 ? 2 : 1 })
  })
}

/** A front moving to the right: warm half discs or cold teeth along a line. */
export function front(
  sheet: Sheet,
  line: readonly (readonly [number, number])[],
  color: string,
  isWarm: boolean,
) {
  sheet.path(smooth(line, false), { stroke: color, width: 3.2 })
  line.slice(1, -1).forEach(([x, y], index) => {
    const [fromX, fromY] = line[index] ?? [x, y]
    const [toX, toY] = line[index + 2] ?? [x, y]
    const length = Math.hypot(toX - fromX, toY - fromY)
    const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length]
    const at = (along: number, out: number) =>
      `${round(x + dx * along + dy * out)} ${round(y + dy * along - dx * out)}`
    const d = isWarm
      ? `M${at(-9, 0)}C${at(-9, 12)} ${at(9, 12)} ${at(9, 0)}Z`
      : `M${at(-9, 0)}L${at(0, 13)}L${at(9, 0)}Z`
    sheet.path(d, { fill: color })
  })
}

export function drops(
  sheet: Sheet,
  box: { x: number; y: number; w: number; h: number },
  count: number,
  color: string,
) {
  const dice = createDice(31)
  times(count, () => {
    const [x, y, length] = [box.x + dice() * box.w, box.y + dice() * box.h, 8 + dice() * 16]
    sheet.line(x, y, x - length * 0.35, y + length, color, 1.6, { cap: 'round' })
  })
}

export function folio(sheet: Sheet, page: number, color: string) {
  sheet.display(
    String(page),
    medium,
    { x: sheet.width - margin, y: sheet.height - 26, height: 9, anchor: 'end' },
    color,
  )
  sheet.text(margin, sheet.height - 26, 'Museum of Weather', { size: 8.5, fill: color })
}
