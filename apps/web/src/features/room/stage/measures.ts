import { contrastOf, hexOf, type Rgb } from '@wingmark/contract/contrast'
import type { File } from '@wingmark/contract/files'
import { pageSize } from '#web/features/room/state/page-source'
import type { Point } from '#web/features/room/state/viewport'

type Sized = Pick<File, 'pages' | 'width' | 'height'>

const mmPerPoint = 25.4 / 72

/** At most one decimal, as designers write sizes. */
const short = (length: number) => String(Math.round(length * 10) / 10)

/** Between two places (fractions): pixels of the original, or points of a PDF page. */
function lengths(file: Sized, page: number, from: Point, to: Point) {
  const points = file.pages?.[page - 1]
  const { width, height } = points ?? pageSize(file, page)
  const across = Math.abs(to.x - from.x) * width
  const down = Math.abs(to.y - from.y) * height
  const unit = points ? 'pt' : 'px'
  // A picture has nothing smaller than a whole pixel.
  const rounded = (length: number) => (points ? length : Math.round(length))
  return { across: rounded(across), down: rounded(down), distance: Math.hypot(across, down), unit }
}

/** "240 × 132 px, 274 px apart"; along an edge only the length. */
export function rulerWords(file: Sized, page: number, from: Point, to: Point): string {
  const { across, down, distance, unit } = lengths(file, page, from, to)
  const metric = (length: number) => (unit === 'pt' ? ` (${short(length * mmPerPoint)} mm)` : '')
  if (across === 0 || down === 0) {
    const length = Math.max(across, down)
    return `${short(length)} ${unit}${metric(length)}`
  }
  return `${short(across)} × ${short(down)} ${unit}, ${short(distance)} ${unit} apart${metric(distance)}`
}

/** By WCAG 2.2, 1.4.3 and 1.4.6. */
function levelOf(contrast: number): string {
  if (contrast >= 7) return 'AAA'
  if (contrast >= 4.5) return 'AA'
  return contrast >= 3 ? 'AA for large text only' : 'too low for text'
}

/** "#1d4f91 on #ffffff: contrast 8.1:1 (AAA)"; truncated, since 4.49 is not 4.5. */
export function contrastWords(text: Rgb, background: Rgb): string {
  const contrast = contrastOf(text, background)
  const cut = Math.floor(contrast * 10 + 1e-9) / 10
  return `${hexOf(text)} on ${hexOf(background)}: contrast ${cut}:1 (${levelOf(contrast)})`
}
