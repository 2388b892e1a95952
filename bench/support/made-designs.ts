import type { CheckRule, Region } from '@wingmark/contract/checks'
import { contrastOf, hexOf, type Rgb, rgbOf } from '@wingmark/contract/contrast'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { oklab } from '../../apps/server/src/platform/media/oklab.ts'

/** A fault that was put into a design on purpose, and its place. */
export type Fault = { rule: CheckRule; box: Region; what: string }
export type Design = { name: string; kind: 'IMAGE' | 'PDF'; bytes: Buffer; words: string[]; faults: Fault[] }

const faultyScreens = 40
const faultyPapers = 20
const cleanScreens = 13
const cleanPapers = 7
const mm = 96 / 25.4
const pt = 96 / 72

type Random = {
  next: () => number
  pick: <T>(from: readonly T[]) => T
  between: (least: number, most: number) => number
}

/** The same designs for the same seed, on every machine. */
function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(next() * from.length)]
    if (one === undefined) throw new Error('nothing to choose from')
    return one
  }
  return { next, pick, between: (least, most) => least + next() * (most - least) }
}

const sentences = [
  'Bring your friends to the harbour',
  'Every ticket includes a warm drink',
  'Doors open at noon on Saturday',
  'Choose a plan that fits your team',
  'Your order will arrive tomorrow',
  'Read the full story of our garden',
  'We answer within one working day',
  'Free delivery for members of the club',
  'Save your changes before you leave',
  'Listen to music under the old trees',
  'New colours for the autumn season',
  'Take the train and leave the car',
  'Small plates from local kitchens',
  'Learn to paint with natural light',
  'Cancel your subscription at any time',
  'Meet the people behind the project',
] as const
const slips: readonly (readonly [right: string, wrong: string])[] = [
  ['friends', 'freinds'],
  ['includes', 'incluudes'],
  ['Saturday', 'Saturday'],
  ['team', 'teeam'],
  ['tomorrow', 'tommorow'],
  ['garden', 'gardden'],
  ['working', 'worknig'],
  ['delivery', 'delivrey'],
  ['changes', 'chagnes'],
  ['music', 'mussic'],
  ['autumn', 'autunm'],
  ['leave', 'leavve'],
  ['kitchens', 'kichens'],
  ['natural', 'naturral'],
  ['subscription', 'subscribtion'],
  ['people', 'poeple'],
]
const families = [
  'DejaVu Sans',
  'DejaVu Serif',
  'Liberation Sans',
  'Liberation Serif',
  'DejaVu Sans Condensed',
  'Liberation Mono',
] as const
type Look = { page: string; ink: string; accent: string }
const looks: readonly Look[] = [
  { page: '#ffffff', ink: '#1d1d1f', accent: '#0b57d0' },
  { page: '#f6f4ef', ink: '#2b2620', accent: '#7a3413' },
  { page: '#eef3f8', ink: '#17324d', accent: '#0f5c4a' },
  { page: '#14161a', ink: '#f2f2f2', accent: '#8ab4f8' },
  { page: '#1d2230', ink: '#d8dce6', accent: '#f2b8b5' },
]
const screens = [
  { width: 390, height: 844, scale: 2 },
  { width: 390, height: 844, scale: 3 },
  { width: 768, height: 1024, scale: 1 },
  { width: 768, height: 1024, scale: 2 },
  { width: 1280, height: 800, scale: 1 },
  { width: 1440, height: 900, scale: 1 },
] as const
const papers = [
  { width: 210, height: 297 },
  { width: 148, height: 210 },
] as const

/** A colour between the two, with about the wanted contrast. */
function paleInk({ page, ink }: Look, wanted: number): string {
  const [from, to] = [rgbOf(ink), rgbOf(page)]
  const at = (part: number): Rgb => [
    Math.round(from[0] + (to[0] - from[0]) * part),
    Math.round(from[1] + (to[1] - from[1]) * part),
    Math.round(from[2] + (to[2] - from[2]) * part),
  ]
  const steps = Array.from({ length: 100 }, (_, n) => at(n / 100))
  return hexOf(steps.find((one) => contrastOf(one, to) <= wanted) ?? to)
}

type Text = {
  words: string
  x: number
  y: number
  size: number
  color: string
  weight?: number
  fault?: CheckRule
}
type Picture = { x: number; y: number; width: number; height: number; url: string; fault?: CheckRule }
type Sheet = { width: number; height: number; look: Look; family: string; texture: string; html: string }

/** Something like a photograph: soft light and noise. */
async function photo(random: Random, width: number, height: number): Promise<string> {
  const noise = { type: 'gaussian', mean: random.between(70, 110), sigma: 18 } as const
  const [w, h] = [Math.max(8, Math.round(width)), Math.max(8, Math.round(height))]
  const bytes = await sharp({ create: { width: w, height: h, channels: 3, background: '#000', noise } })
    .blur(1.2)
    .tint({ r: 90 + random.between(0, 90), g: 90, b: 140 })
    .jpeg({ quality: 80 })
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

const textHtml = ({ words, x, y, size, color, weight = 400, fault }: Text) =>
  `<div class="t" data-fault="${fault ?? ''}" style="left:${x}px;top:${y}px;font-size:${size}px;color:${color};font-weight:${weight}">${words}</div>`
const pictureHtml = ({ x, y, width, height, url, fault }: Picture) =>
  `<img class="p" data-fault="${fault ?? ''}" src="${url}" style="left:${x}px;top:${y}px;width:${width}px;height:${height}px">`

function pageOf({ width, height, look, family, texture, html }: Sheet): string {
  return `<!doctype html><style>
    @page { margin: 0 }
    html, body { margin: 0; width: ${width}px; height: ${height}px; overflow: hidden; background: ${look.page} }
    body { font-family: '${family}'; position: relative; ${texture} }
    .t, .p { position: absolute; white-space: nowrap; line-height: 1.2 }
    .b { position: absolute; border-radius: 8px }
  </style><body>${html}</body>`
}

/** Fits into this many pixels. */
function fitting(random: Random, size: number, width: number): string {
  const most = width / (size * 0.64)
  const short = sentences.filter((one) => one.length <= most)
  return short.length > 0 ? random.pick(short) : random.pick(['Open every day', 'Read more', 'Sign up now'])
}

function misspelt(sentence: string): string | null {
  const slip = slips.find(([right, wrong]) => right !== wrong && sentence.includes(right))
  return slip ? sentence.replace(slip[0], slip[1]) : null
}

type Medium = {
  width: number
  height: number
  margin: number
  unit: number
  body: readonly number[]
  tiny: readonly number[]
  edge: readonly [number, number]
  isPrint: boolean
}

const screenMedium = (width: number, height: number): Medium => ({
  ...{ width, height, margin: 32, unit: 1, body: [14, 15, 16, 18], tiny: [8, 9, 10] },
  ...{ edge: [4, 9], isPrint: false },
})
const paperMedium = (width: number, height: number): Medium => ({
  ...{ width: width * mm, height: height * mm, margin: 14 * mm, unit: pt },
  ...{ body: [9, 10, 11, 12], tiny: [4, 4.5, 5], edge: [1.5 * mm, 3 * mm], isPrint: true },
})

/** The page in HTML; `wanted`: the faults to include. */
async function compose(random: Random, medium: Medium, wanted: readonly CheckRule[]): Promise<Sheet> {
  const look = medium.isPrint ? random.pick(looks.slice(0, 3)) : random.pick(looks)
  const { width, height, margin, unit } = medium
  const wide = width - margin * 2
  const html: string[] = []
  const put = (text: Text) => html.push(textHtml(text))
  const titleSize = Math.min(36, width / 14) * (medium.isPrint ? 0.8 * pt : 1)
  put({
    words: fitting(random, titleSize * 1.15, wide),
    x: margin,
    y: margin,
    size: titleSize,
    color: look.ink,
    weight: 700,
  })
  let y = margin + titleSize * 2
  const todo = [...wanted]
  const lines = 5 + Math.floor(random.between(0, 3)) + wanted.length
  for (let n = 0; n < lines && y < height * 0.62; n++) {
    const size = random.pick(medium.body) * unit
    const fault = n % 2 === 1 ? todo.find((one) => one !== 'RESOLUTION') : undefined
    if (fault) todo.splice(todo.indexOf(fault), 1)
    const words = fitting(random, size, wide)
    const plain = { words, x: margin, y, size, color: look.ink }
    if (fault === 'CONTRAST') put({ ...plain, color: paleInk(look, random.between(1.7, 3.6)), fault })
    else if (fault === 'TEXT_SIZE') put({ ...plain, size: random.pick(medium.tiny) * unit, fault })
    else if (fault === 'MARGIN') put({ ...plain, x: random.between(...medium.edge), fault })
    else if (fault === 'SPELLING') {
      const short = sentences.filter((one) => misspelt(one) !== null && one.length <= wide / (size * 0.64))
      const sentence = short.length > 0 ? random.pick(short) : 'Our garden'
      put({ ...plain, words: misspelt(sentence) ?? 'Our gardden', fault })
    } else put(plain)
    y += size * random.between(1.9, 2.6)
  }
  const button = { width: Math.min(wide, 200 * (medium.isPrint ? 0.8 : 1)), height: 44 }
  html.push(
    `<div class="b" style="left:${margin}px;top:${y}px;width:${button.width}px;height:${button.height}px;background:${look.accent}"></div>`,
  )
  const onButton = oklab(rgbOf(look.accent))[0] > 0.6 ? '#101418' : '#ffffff'
  put({
    words: random.pick(['Buy a ticket', 'Start now', 'Find out more']),
    x: margin + 24,
    y: y + 12,
    size: 16,
    color: onButton,
    weight: 700,
  })
  y += button.height + 28
  const room = { width: Math.min(wide, 420), height: Math.min(height - margin - y, 240) }
  if (room.height > 60) {
    const isLow = todo.includes('RESOLUTION')
    const ppi = isLow ? random.between(50, 140) : random.between(220, 300)
    const density = medium.isPrint ? ppi / 96 : 2
    const url = await photo(random, room.width * density, room.height * density)
    html.push(pictureHtml({ x: margin, y, ...room, url, ...(isLow ? { fault: 'RESOLUTION' as const } : {}) }))
  }
  const [one, other] = [look.page, paleInk(look, 18)]
  const texture =
    !medium.isPrint && random.next() < 0.3
      ? `background: repeating-linear-gradient(45deg, ${one} 0 3px, color-mix(in srgb, ${one} 97%, ${other}) 3px 6px);`
      : ''
  return { width, height, look, family: random.pick(families), texture, html: html.join('') }
}

type Put = { words: string; fault: string; box: Region }

/** Where everything is, as the browser has laid it out. */
const readPage = (page: Page): Promise<Put[]> =>
  page.evaluate(() => {
    const { clientWidth: width, clientHeight: height } = document.documentElement
    return [...document.querySelectorAll<HTMLElement>('.t, .p')].map((one) => {
      const rect = one.getBoundingClientRect()
      const box = {
        x: rect.x / width,
        y: rect.y / height,
        width: rect.width / width,
        height: rect.height / height,
      }
      return { words: one.textContent ?? '', fault: one.dataset['fault'] ?? '', box }
    })
  })

const textRules: readonly CheckRule[] = ['CONTRAST', 'TEXT_SIZE', 'MARGIN', 'SPELLING']

async function draw(browser: Browser, n: number, kind: Design['kind'], isFaulty: boolean): Promise<Design> {
  const random = randomOf(7_919 * (n + 1))
  const screen = screens[n % screens.length] ?? screens[0]
  const paper = papers[n % papers.length] ?? papers[0]
  const medium =
    kind === 'PDF' ? paperMedium(paper.width, paper.height) : screenMedium(screen.width, screen.height)
  const first = textRules[n % 4] ?? 'CONTRAST'
  const second = textRules[(n + 1 + Math.floor(n / 4)) % 4] ?? 'CONTRAST'
  const wanted = isFaulty
    ? [...new Set([first, second]), ...(kind === 'PDF' && n % 3 > 0 ? (['RESOLUTION'] as const) : [])]
    : []
  const sheet = await compose(random, medium, wanted)
  const size = { width: Math.round(medium.width), height: Math.round(medium.height) }
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: kind === 'PDF' ? 1 : screen.scale,
  })
  try {
    const tab = await context.newPage()
    await tab.setContent(pageOf(sheet))
    const put = await readPage(tab)
    const bytes =
      kind === 'PDF'
        ? await tab.pdf({
            width: `${paper.width}mm`,
            height: `${paper.height}mm`,
            printBackground: true,
            pageRanges: '1',
          })
        : await tab.screenshot()
    const faults = put.flatMap(({ fault, box, words }): Fault[] =>
      fault === '' ? [] : [{ rule: fault as CheckRule, box, what: words }],
    )
    return {
      name: `${isFaulty ? 'faulty' : 'clean'} ${kind} ${n}`,
      kind,
      bytes,
      words: put.flatMap(({ words }) => words.split(' ')).filter(Boolean),
      faults,
    }
  } finally {
    await context.close()
  }
}

/** 60 designs with known faults and 20 without, one after the other; or a share of each kind. */
export async function* madeDesigns(browser: Browser, share = 1): AsyncGenerator<Design> {
  const of = (count: number) => Math.max(1, Math.round(count * share))
  for (let n = 0; n < of(faultyPapers); n++) yield draw(browser, n, 'PDF', true)
  for (let n = 0; n < of(cleanPapers); n++) yield draw(browser, 100 + n, 'PDF', false)
  for (let n = 0; n < of(faultyScreens); n++) yield draw(browser, n, 'IMAGE', true)
  for (let n = 0; n < of(cleanScreens); n++) yield draw(browser, 100 + n, 'IMAGE', false)
}
