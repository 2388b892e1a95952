/** `bench/figures.json`, the last figure of each measurement, and its table in `bench/README.md`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const limit = z.union([z.object({ atMost: z.number() }), z.object({ atLeast: z.number() })])

/** What one measurement reports. */
export const measured = z.object({
  what: z.string(),
  ours: z.number().nullable(),
  /** Measured in the same run; null without a peer. */
  peer: z.number().nullable(),
  unit: z.string(),
  /** Our figure relative to the peer's; ours alone without a peer or with `isAbsolute`. */
  limit,
  /** The peer is shown for comparison only. */
  isAbsolute: z.boolean(),
})

const figure = measured.extend({
  bench: z.string(),
  /** Stored separately only where the two were not recorded. */
  ratio: z.number().nullable(),
  /** YYYY-MM-DD. */
  date: z.string(),
  /** The one-minute load average when the measurement began; null where it was not recorded. */
  load: z.number().nullable(),
})

export type Measured = z.infer<typeof measured>
export type Figure = z.infer<typeof figure>

const root = resolve(import.meta.dirname, '../..')
const readMe = (folder: string) => join(folder, 'bench/README.md')
const kept = (folder: string) => join(folder, 'bench/figures.json')

export const short = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

export const limitText = (one: Measured['limit']): string =>
  'atMost' in one ? `≤ ${one.atMost}` : `≥ ${one.atLeast}`

export const isWithin = (value: number, one: Measured['limit']): boolean =>
  'atMost' in one ? value <= one.atMost : value >= one.atLeast

export const ratioOf = ({ ours, peer }: Pick<Measured, 'ours' | 'peer'>): number | null =>
  ours === null || peer === null ? null : ours / peer

export const readFigures = (folder = root): Figure[] =>
  z.array(figure).parse(JSON.parse(readFileSync(kept(folder), 'utf8')))

/** A full run replaces all figures of its measurement; a partial or smaller one only those of the same name. */
export function mergeFigures(before: readonly Figure[], now: readonly Figure[], isWhole: boolean): Figure[] {
  const names = new Set(now.map(({ bench, what }) => `${bench} ${what}`))
  const benches = new Set(isWhole ? now.map(({ bench }) => bench) : [])
  const others = before.filter(({ bench, what }) => !benches.has(bench) && !names.has(`${bench} ${what}`))
  return [...others, ...now].toSorted((a, b) => a.bench.localeCompare(b.bench, 'en'))
}

function row(one: Figure): string {
  const ratio = ratioOf(one) ?? one.ratio
  const value = one.isAbsolute ? one.ours : (ratio ?? one.ours)
  const withUnit = (amount: number | null) => (amount === null ? '' : `${short(amount)} ${one.unit}`.trim())
  const verdict = value !== null && !isWithin(value, one.limit) ? ', missed' : ''
  return [
    `${one.bench}: ${one.what}`,
    withUnit(one.ours),
    withUnit(one.peer),
    ratio === null ? '' : short(ratio),
    limitText(one.limit) + verdict,
    one.date,
    one.load === null ? '' : short(one.load),
  ].join(' | ')
}

export const figuresTable = (figures: readonly Figure[]): string =>
  [
    '| what | ours | peer | ratio | limit | date | load |',
    '|---|---|---|---|---|---|---|',
    ...figures.map((one) => `| ${row(one)} |`.replaceAll(/ {2,}/g, ' ')),
  ].join('\n')

const [begin, end] = ['<!-- figures -->\n', '\n<!-- end of figures -->']

/** Null where the README contains the table of the figures; otherwise the problem. */
export function tableProblem(folder = root): string | null {
  const text = readFileSync(readMe(folder), 'utf8')
  return text.includes(begin + figuresTable(readFigures(folder)) + end)
    ? null
    : 'bench/README.md: the table differs from bench/figures.json: run `npm run figures`.'
}

export function writeTable(folder = root): void {
  const text = readFileSync(readMe(folder), 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error('bench/README.md has no place for the figures')
  const table = figuresTable(readFigures(folder))
  writeFileSync(readMe(folder), text.slice(0, from) + begin + table + text.slice(to))
}

export function writeFigures(figures: readonly Figure[], folder = root): void {
  writeFileSync(kept(folder), `${JSON.stringify(figures, null, 2)}\n`)
  writeTable(folder)
}
