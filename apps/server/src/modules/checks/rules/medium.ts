import type { Brief, CheckRun } from '@wingmark/contract/checks'
import { millimetres } from '#server/modules/checks/rules/measure'
import type { PageFacts } from '#server/platform/media/page-facts'

export type FileKind = 'IMAGE' | 'PDF'
export type TakenFor = NonNullable<CheckRun['takenFor']>

/** Millimetres: ISO A2 to A7, Letter, Legal, Tabloid, business cards. */
const papers = [
  [420, 594],
  [297, 420],
  [210, 297],
  [148, 210],
  [105, 148],
  [74, 105],
  [215.9, 279.4],
  [215.9, 355.6],
  [279.4, 431.8],
  [55, 85],
  [50.8, 88.9],
] as const
/** Bleeds of paper that is trimmed after printing. */
const bleeds = [0, 6, 10]
const tolerance = 1.5

/** Widths of screens at 1×. */
const screens = [320, 360, 375, 390, 393, 402, 412, 414, 428, 430, 440, 768, 820, 834, 1024, 1280, 1366, 1440]
const widestPhone = 440
/** Height by width: anything less tall is a square or banner, not a phone screen. */
const leastOfPhone = 1.5
const scales = [1, 2, 3] as const

/** The purpose of a page, from the brief or suggested by its size. */
export function takeFor(
  kind: FileKind,
  facts: Pick<PageFacts, 'size' | 'trim' | 'bleed'>,
  brief: Brief,
): TakenFor {
  const medium = brief.medium ?? (kind === 'PDF' && isPaper(facts) ? 'PRINT' : 'SCREEN')
  if (medium === 'PRINT') return { medium, scale: 1 }
  return { medium, scale: brief.scale ?? (kind === 'PDF' ? 1 : scaleOf(facts.size, brief.width)) }
}

function isPaper({ size, trim, bleed }: Pick<PageFacts, 'size' | 'trim' | 'bleed'>): boolean {
  if (bleed !== null) return true
  if (trim !== null && (trim.width < 0.999 || trim.height < 0.999)) return true
  const sides = [millimetres(size.width), millimetres(size.height)].toSorted((a, b) => a - b)
  const [short = 0, long = 0] = sides
  return papers.some(([a, b]) =>
    bleeds.some((bleed) => Math.abs(short - a - bleed) < tolerance && Math.abs(long - b - bleed) < tolerance),
  )
}

/** The scale (1, 2 or 3) that matches the brief’s width, or else a known screen width. */
function scaleOf({ width, height }: PageFacts['size'], wanted: number | null): TakenFor['scale'] {
  const isTall = height / width >= leastOfPhone
  const isScreen = (side: number) => screens.includes(side) && (isTall || side > widestPhone)
  const fits = (scale: number) => width === (wanted ?? 0) * scale
  return scales.find(fits) ?? scales.find((scale) => isScreen(width / scale)) ?? 1
}
