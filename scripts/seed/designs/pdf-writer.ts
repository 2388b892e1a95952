import { type Font, pdfString, textWidth, wrap } from './helvetica.ts'
import { type Face, letter, type Placed } from './lettering.ts'
import { round } from './outline-pen.ts'

type Paint = {
  fill?: string
  stroke?: string
  width?: number
  dash?: number[]
  opacity?: number
  cap?: 'round'
}
type TextStyle = { size: number; fill: string; font?: Font; anchor?: 'start' | 'middle' | 'end' }

const color = (hex: string) =>
  [1, 3, 5].map((at) => round(Number.parseInt(hex.slice(at, at + 2), 16) / 255)).join(' ')
const kappa = 0.5523

/** One page; `x` to the right and `y` downwards, in points. Paths are of M, L, C and Z with absolute numbers. */
export function createSheet(width: number, height: number) {
  const content: string[] = [`1 0 0 -1 0 ${height} cm`]
  const opacities = new Set<number>()

  const path = (d: string, { fill, stroke, width: thickness = 1, dash, opacity = 1, cap }: Paint) => {
    opacities.add(opacity)
    const operators = [...d.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, command = '', numbers = '']) => {
      const operator = { M: 'm', L: 'l', C: 'c', Z: 'h' }[command] ?? ''
      return `${numbers.trim()} ${operator}`
    })
    content.push(
      'q',
      `/O${opacity * 100} gs`,
      fill ? `${color(fill)} rg` : '',
      stroke ? `${color(stroke)} RG ${thickness} w ${cap === 'round' ? 1 : 0} J 1 j` : '',
      dash ? `[${dash.join(' ')}] 0 d` : '',
      ...operators,
      fill && stroke ? 'B' : fill ? 'f' : 'S',
      'Q',
    )
  }

  const rect = (x: number, y: number, w: number, h: number, fill: string, radius = 0) =>
    path(
      radius > 0
        ? roundedBox(x, y, w, h, radius)
        : `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`,
      { fill },
    )

  const text = (
    x: number,
    y: number,
    value: string,
    { size, fill, font = 'regular', anchor = 'start' }: TextStyle,
  ) => {
    const length = textWidth(value, size, font)
    const start = x - (anchor === 'middle' ? length / 2 : anchor === 'end' ? length : 0)
    content.push(
      `BT /${font === 'bold' ? 'F2' : 'F1'} ${size} Tf ${color(fill)} rg 1 0 0 -1 ${round(start)} ${round(y)} Tm ${pdfString(value)} Tj ET`,
    )
  }

  return {
    width,
    height,
    path,
    rect,
    text,
    circle: (cx: number, cy: number, radius: number, paint: Paint) =>
      path(ellipse(cx, cy, radius, radius), paint),
    line: (x0: number, y0: number, x1: number, y1: number, stroke: string, thickness = 1, more: Paint = {}) =>
      path(`M${round(x0)} ${round(y0)}L${round(x1)} ${round(y1)}`, { ...more, stroke, width: thickness }),
    display: (value: string, face: Face, placed: Placed, fill: string) =>
      path(letter(value, face, placed).d, { fill }),
    /** A text in lines of `measure`; answers where the next line would stand. */
    block: (x: number, y: number, measure: number, value: string, leading: number, style: TextStyle) => {
      const rows = wrap(value, measure, style.size, style.font ?? 'regular')
      rows.forEach((row, index) => text(x, y + index * leading, row, style))
      return y + rows.length * leading
    },
    content: () => content.filter(Boolean).join('\n'),
    opacities,
  }
}

export type Sheet = ReturnType<typeof createSheet>

const points = (...list: number[]) => list.map(round).join(' ')

export function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  const [kx, ky] = [rx * kappa, ry * kappa]
  return [
    `M${points(cx + rx, cy)}`,
    `C${points(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)}`,
    `C${points(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)}`,
    `C${points(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)}`,
    `C${points(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)}Z`,
  ].join('')
}

export function roundedBox(x: number, y: number, w: number, h: number, radius: number): string {
  const r = Math.min(radius, w / 2, h / 2)
  const k = r * (1 - kappa)
  const [right, bottom] = [x + w, y + h]
  return [
    `M${points(x + r, y)}L${points(right - r, y)}C${points(right - k, y, right, y + k, right, y + r)}`,
    `L${points(right, bottom - r)}C${points(right, bottom - k, right - k, bottom, right - r, bottom)}`,
    `L${points(x + r, bottom)}C${points(x + k, bottom, x, bottom - k, x, bottom - r)}`,
    `L${points(x, y + r)}C${points(x, y + k, x + k, y, x + r, y)}Z`,
  ].join('')
}

/** A smooth curve through points, closed or open. */
export function smooth(list: readonly (readonly [number, number])[], isClosed: boolean): string {
  const count = list.length
  const at = (index: number) =>
    (isClosed ? list[(index + count) % count] : list[Math.min(count - 1, Math.max(0, index))]) ?? [0, 0]
  const curves = Array.from({ length: isClosed ? count : count - 1 }, (_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    return `C${points(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    )}`
  })
  return `M${points(at(0)[0], at(0)[1])}${curves.join('')}${isClosed ? 'Z' : ''}`
}

/** The bytes of a PDF 1.4 with these pages. */
export function writePdf(title: string, sheets: Sheet[]): Uint8Array<ArrayBuffer> {
  const opacities = [...new Set(sheets.flatMap((sheet) => [...sheet.opacities]))]
  const states = opacities.map((value) => `/O${value * 100} << /ca ${value} /CA ${value} >>`).join(' ')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const first = 6
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${sheets.length} /Kids [${sheets.map((_, index) => `${first + index * 2} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${pdfString(title)} /Producer ${pdfString('Wingmark seed')} >>`,
    ...sheets.flatMap((sheet, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sheet.width} ${sheet.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /ExtGState << ${states} >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      `<< /Length ${sheet.content().length} >>\nstream\n${sheet.content()}\nendstream`,
    ]),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`,
  )
}
