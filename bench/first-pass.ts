/** Automatic checks on 60 made designs with known faults and 20 without: what they find, and how fast. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CheckRule, checkRules, defaultBrief, type Region } from '@wingmark/contract/checks'
import { takeFor } from '../apps/server/src/modules/checks/rules/medium.ts'
import { judge } from '../apps/server/src/modules/checks/rules/service.ts'
import { PageFacts } from '../apps/server/src/platform/media/page-facts.ts'
import { readPdfFacts } from '../apps/server/src/platform/media/read-pdf-facts.ts'
import { readPictureFacts } from '../apps/server/src/platform/media/read-picture-facts.ts'
import { readWords } from '../apps/server/src/platform/media/read-words.ts'
import { launchChromium } from '../scripts/launch-chromium.ts'
import { finish, median, report } from './report.ts'
import { type Design, madeDesigns } from './support/made-designs.ts'

const leastOfRule: Partial<Record<CheckRule, { recall: number; precision: number }>> = {
  CONTRAST: { recall: 0.8, precision: 0.9 },
  TEXT_SIZE: { recall: 0.8, precision: 0.9 },
  RESOLUTION: { recall: 0.8, precision: 0.9 },
  MARGIN: { recall: 0.8, precision: 0.9 },
  SPELLING: { recall: 0.7, precision: 0.9 },
}
const spelling = { languages: ['en'], dictionaries: [] }
const isTold = process.env['EACH'] !== undefined

/** How much of the smaller one lies in the other. */
function overlap(one: Region, other: Region): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const least = Math.min(one.width * one.height, other.width * other.height)
  return width > 0 && height > 0 && least > 0 ? (width * height) / least : 0
}

const folder = await mkdtemp(join(tmpdir(), 'wingmark-bench-'))
const output = join(folder, 'facts')
let read = 0

async function readFacts({ kind, bytes }: Design): Promise<PageFacts> {
  // A document stays open by its path.
  const path = join(folder, String(read++))
  await writeFile(path, bytes)
  if (kind === 'PDF') await readPdfFacts({ path, page: 1, output, spelling })
  else await readPictureFacts({ path, svg: false, part: 0, output, spelling })
  await rm(path)
  return PageFacts.parse(JSON.parse(await readFile(output, 'utf8')))
}

/** How many of the present words were read; each as often as it occurs. */
function wordsFound({ words }: Design, lines: readonly { words: string }[]): number {
  const read = lines.flatMap((line) => line.words.split(/\s+/))
  return words.filter((word) => {
    const at = read.indexOf(word)
    if (at !== -1) read.splice(at, 1)
    return at !== -1
  }).length
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const from = performance.now()
  const result = await work()
  return [result, performance.now() - from]
}

const counts = new Map(checkRules.map((rule) => [rule, { planted: 0, found: 0, notified: 0, right: 0 }]))
const screens = { words: 0, ours: 0, plain: 0, oursMs: [] as number[], plainMs: [] as number[] }
const papersMs: number[] = []
const clean = { designs: 0, findings: 0 }
const browser = await launchChromium()
try {
  for await (const design of madeDesigns(browser, Number(process.env['BENCH_SCALE'] ?? 1))) {
    const [facts, ms] = await timed(() => readFacts(design))
    if (design.kind === 'PDF') papersMs.push(ms)
    else {
      const [lines, plainMs] = await timed(() => readWords(design.bytes))
      screens.words += design.words.length
      screens.ours += wordsFound(design, facts.texts)
      screens.plain += wordsFound(design, lines)
      screens.oursMs.push(ms)
      screens.plainMs.push(plainMs)
    }
    const takenFor = takeFor(design.kind, facts, defaultBrief)
    const file = { bytes: design.bytes.length, twins: [] }
    const found = judge(
      { kind: design.kind, page: 1, facts, brief: defaultBrief, takenFor, file },
      checkRules,
    )
    const fits = (rule: CheckRule, region: Region | null, fault: Design['faults'][number]) =>
      fault.rule === rule && region !== null && overlap(region, fault.box) > 0.4
    for (const fault of design.faults) {
      const count = counts.get(fault.rule)
      if (!count) continue
      count.planted += 1
      const isFound = found.some(({ rule, region }) => fits(rule, region, fault))
      if (isFound) count.found += 1
      else if (isTold) console.log(`  missed in ${design.name}: ${fault.rule} ${fault.what}`)
    }
    for (const { rule, region, says, words } of found) {
      const count = counts.get(rule)
      if (!count) continue
      count.notified += 1
      const isRight = design.faults.some((fault) => fits(rule, region, fault))
      if (isRight) count.right += 1
      else if (isTold) console.log(`  wrong in ${design.name}: ${rule} ${says} ${words ?? ''}`)
    }
    if (design.faults.length === 0) {
      clean.designs += 1
      clean.findings += found.length
    }
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}

const kept = Object.entries(leastOfRule).flatMap(([rule, least]) => {
  const count = counts.get(rule as CheckRule)
  if (!count || !least) return []
  console.log(
    `  ${rule}: ${count.planted} planted, ${count.found} found; ${count.notified} notified, ${count.right} right`,
  )
  return [
    report({
      what: `${rule} recall`,
      ours: count.found / count.planted,
      peer: null,
      unit: '',
      limit: { atLeast: least.recall },
    }),
    report({
      what: `${rule} precision`,
      ours: count.right / Math.max(1, count.notified),
      peer: null,
      unit: '',
      limit: { atLeast: least.precision },
    }),
  ]
})
const [ours, plain, paper] = [median(screens.oursMs), median(screens.plainMs), median(papersMs)]
finish([
  ...kept,
  report({
    what: 'findings on a clean design',
    ours: clean.findings / clean.designs,
    peer: null,
    unit: '',
    limit: { atMost: 0.2 },
  }),
  report({
    what: `words found of ${screens.words}, beside plain recognition`,
    ours: screens.ours,
    peer: screens.plain,
    unit: '',
    limit: { atLeast: 1.5 },
  }),
  report({ what: 'a screen, beside plain recognition', ours, peer: plain, unit: 'ms', limit: { atMost: 3 } }),
  report({
    what: 'a page of a PDF, beside plain recognition',
    ours: paper,
    peer: plain,
    unit: 'ms',
    limit: { atMost: 0.2 },
  }),
])
