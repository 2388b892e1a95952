import { type Brief, checkRules, defaultBrief } from '@wingmark/contract/checks'
import { describe, expect, test } from 'vitest'
import type { Found } from '#server/modules/checks/rules/found'
import { takeFor } from '#server/modules/checks/rules/medium'
import { type Judged, judge } from '#server/modules/checks/rules/service'
import type { PageFacts } from '#server/platform/media/page-facts'

const A4 = { width: 595, height: 842 }
const screen = { width: 1440, height: 1024 }
const noText: PageFacts = {
  size: A4,
  texts: [],
  images: [],
  neighbours: [],
  missingFonts: [],
  trim: null,
  bleed: null,
  isBlank: false,
  parts: { read: 1, of: 1 },
  spelling: null,
}
const middle = { x: 0.4, y: 0.4, width: 0.2, height: 0.02 }

type Given = Partial<Omit<Judged, 'facts' | 'brief'>> & { facts?: Partial<PageFacts>; brief?: Partial<Brief> }

const find = (given: Given): string[] =>
  foundIn(given).map(({ rule, severity, says }) => `${rule} ${severity} ${says}`)

function foundIn({ facts = {}, brief = {}, ...given }: Given): Found[] {
  const whole = { ...noText, ...facts }
  const kind = given.kind ?? 'PDF'
  const full = { ...defaultBrief, ...brief }
  const judged: Judged = {
    kind,
    page: 1,
    facts: whole,
    brief: full,
    takenFor: takeFor(kind, whole, full),
    file: { bytes: 1_000, twins: [] },
    ...given,
  }
  return judge(judged, checkRules)
}

const text = (change: Partial<PageFacts['texts'][number]> = {}) => ({
  words: 'Summer festival',
  box: middle,
  size: 12,
  isBold: false,
  colors: { text: '#000000', background: '#ffffff' },
  certainty: 100,
  ...change,
})
const colored = (color: string, background = '#ffffff', more = {}) => ({
  facts: { texts: [text({ colors: { text: color, background }, ...more })] },
})

describe('contrast', () => {
  test.each([
    ['black on white', colored('#000000'), []],
    ['the palest grey of AA', colored('#767676'), []],
    ['a grey paler than that', colored('#858585'), ['CONTRAST MEDIUM 3.6:1, needs 4.5:1']],
    ['pale grey', colored('#aaaaaa'), ['CONTRAST HIGH 2.3:1, needs 4.5:1']],
    ['pale grey, large in print', colored('#949494', '#ffffff', { size: 18 }), []],
    ['the same in bold of 14 points', colored('#949494', '#ffffff', { size: 14, isBold: true }), []],
    ['white on yellow', colored('#ffffff', '#ffee00'), ['CONTRAST HIGH 1.2:1, needs 4.5:1']],
    ['what nobody is to see', colored('#ffffff', '#fefefe'), []],
    ['unknown colours', { facts: { texts: [text({ colors: null })] } }, []],
    ['AAA', { ...colored('#666666'), brief: { strictness: 'AAA' } }, ['CONTRAST MEDIUM 5.7:1, needs 7:1']],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))

  test('at 2× a screen’s large text has 48 pixels', () => {
    const at = (size: number): Given => ({
      kind: 'IMAGE',
      facts: {
        size: { width: 2880, height: 1800 },
        texts: [text({ size, colors: { text: '#949494', background: '#ffffff' } })],
      },
    })
    expect(find(at(48))).toEqual([])
    expect(find(at(40))).toEqual(['CONTRAST MEDIUM 3:1, needs 4.5:1'])
  })
})

test('says “may be” about words read with uncertainty', () => {
  const given = (certainty: number): Given => ({
    kind: 'IMAGE',
    facts: {
      size: screen,
      texts: [
        text({
          certainty,
          size: 8,
          box: { ...middle, x: 0.003 },
          colors: { text: '#cccccc', background: '#ffffff' },
        }),
      ],
    },
  })
  const found = foundIn(given(60))
  expect(found.map(({ rule, maybe }) => [rule, maybe])).toEqual([
    ['CONTRAST', true],
    ['TEXT_SIZE', true],
    ['MARGIN', true],
  ])
  expect(found[0]).toMatchObject({ swatches: ['#cccccc', '#ffffff'] })
  for (const { proposal } of found) expect(proposal).toContain('” may be ')
  for (const { maybe, proposal } of foundIn(given(90)))
    expect([maybe, proposal]).toEqual([false, expect.stringContaining('” is ')])
})

describe('text that is too small', () => {
  const sized = (size: number, more: Partial<Given> = {}): Given => ({
    facts: { texts: [text({ size })] },
    ...more,
  })
  const onScreen = (width: number, size: number): Given => ({
    kind: 'IMAGE',
    facts: { size: { width, height: Math.max(1024, width) * 1.5 }, texts: [text({ size })] },
  })
  test.each([
    ['6 points in print', sized(6), []],
    ['5 points in print', sized(5), ['TEXT_SIZE MEDIUM 5 pt in print, needs 6 pt']],
    ['4.4 points in print', sized(4.4), ['TEXT_SIZE HIGH 4.4 pt in print, needs 6 pt']],
    ['12 pixels', onScreen(1440, 12), []],
    ['10 pixels, measured as 11.1', onScreen(1440, 11.1), ['TEXT_SIZE MEDIUM 11.1 px at 1×, needs 12 px']],
    ['12 pixels, measured as 11.3', onScreen(1440, 11.3), []],
    ['8 pixels', onScreen(1440, 8), ['TEXT_SIZE HIGH 8 px at 1×, needs 12 px']],
    ['20 pixels at 2×', onScreen(2880, 20), ['TEXT_SIZE MEDIUM 10 px at 1×, needs 12 px']],
    ['27 pixels at 3×', onScreen(1170, 27), ['TEXT_SIZE MEDIUM 9 px at 1×, needs 12 px']],
    ['20 pixels, where the brief says 1×', { ...onScreen(2880, 20), brief: { scale: 1 } }, []],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))
})

describe('a picture for print with the brief’s size', () => {
  const mm = 300 / 25.4
  const picture = { kind: 'IMAGE', brief: { medium: 'PRINT', width: 210, height: 297 } } as const
  const printed = (more: Parameters<typeof text>[0], size = { width: 2480, height: 3508 }): Given => ({
    ...picture,
    facts: { size, texts: [text(more)] },
  })
  const grey = { text: '#949494', background: '#ffffff' }
  test.each([
    [
      'one of few pixels',
      { ...picture, facts: { size: { width: 620, height: 877 } } },
      ['RESOLUTION HIGH 75 ppi at this size, print needs 200'],
    ],
    ['text of 6 points', printed({ size: 25 }), []],
    ['20 px at 300 ppi', printed({ size: 20 }), ['TEXT_SIZE MEDIUM 4.8 pt in print, needs 6 pt']],
    ['large text at 300 ppi', printed({ size: 80, colors: grey }), []],
    [
      'text of 60 px at 300 ppi, which is not large',
      printed({ size: 60, colors: grey }),
      ['CONTRAST MEDIUM 3:1, needs 4.5:1'],
    ],
    [
      'text 3 mm from the edge',
      printed({ size: 60, box: { ...middle, x: (3 * mm) / 2480 } }),
      ['MARGIN MEDIUM 3 mm from the left edge, needs 5'],
    ],
    ['text 6 mm from the edge', printed({ size: 60, box: { ...middle, x: (6 * mm) / 2480 } }), []],
    [
      'one of other proportions',
      printed({ size: 60 }, { width: 2480, height: 2480 }),
      ['FILE HIGH 210 × 210 mm, the brief says 210 × 297 mm'],
    ],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))

  test('of unknown size is judged by contrast alone, as if all text were large', () => {
    const of = (color: string): Given => ({
      kind: 'IMAGE',
      brief: { medium: 'PRINT' },
      facts: {
        size: { width: 2480, height: 3508 },
        texts: [text({ size: 4, box: { ...middle, x: 0.001 }, colors: { ...grey, text: color } })],
      },
    })
    expect(find(of('#949494'))).toEqual([])
    expect(find(of('#bbbbbb'))).toEqual(['CONTRAST HIGH 1.9:1, needs 3:1'])
  })
})

describe('resolution', () => {
  const picture = (ppi: number, more: Given = {}): Given => ({
    facts: { images: [{ box: middle, ppi }] },
    ...more,
  })
  test.each([
    ['300 ppi in print', picture(300), []],
    ['92 ppi in print', picture(92), ['RESOLUTION HIGH 92 ppi at this size, print needs 200']],
    ['150 ppi in print', picture(150), ['RESOLUTION MEDIUM 150 ppi at this size, print needs 200']],
    ['92 ppi on a screen', picture(92, { brief: { medium: 'SCREEN' } }), []],
    [
      '30 ppi on a screen',
      picture(30, { brief: { medium: 'SCREEN' } }),
      ['RESOLUTION HIGH 30 ppi at this size, a screen needs 72'],
    ],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))
})

describe('margins', () => {
  const mm = 72 / 25.4
  const at = (x: number, trim: PageFacts['trim'] = null): Given => ({
    facts: { trim, texts: [text({ box: { x: x / A4.width, y: 0.4, width: 0.2, height: 0.02 } })] },
  })
  const trim = { x: (3 * mm) / A4.width, y: 0.01, width: 0.96, height: 0.98 }
  test.each([
    ['20 mm from the edge', at(20 * mm), []],
    ['3 mm from the edge', at(3 * mm), ['MARGIN MEDIUM 3 mm from the left edge, needs 5']],
    [
      '6 mm from the edge, where 3 of them are cut off',
      at(6 * mm, trim),
      ['MARGIN MEDIUM 3 mm from the trim, needs 5'],
    ],
    ['that has a bleed, and is cut nobody knows where', { facts: { ...at(3 * mm).facts, bleed: trim } }, []],
    ['in the bleed', at(1 * mm, trim), ['MARGIN HIGH 0 mm from the trim, needs 5']],
    [
      '4 px from the edge of a screen',
      { kind: 'IMAGE', facts: { size: screen, texts: [text({ box: { ...middle, x: 4 / 1440 } })] } },
      ['MARGIN HIGH 4 px from the left edge, needs 16'],
    ],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))
})

describe('colours side by side', () => {
  const beside = (one: string, other: string): Given => ({
    facts: { neighbours: [{ colors: [one, other], box: middle }] },
  })
  test.each([
    [
      'red and green of one lightness',
      beside('#c7533f', '#748a1e'),
      ['COLORS MEDIUM Look the same with deuteranopia'],
    ],
    ['blue and orange', beside('#1f5fbf', '#e08a1e'), []],
    ['dark red and pale green', beside('#7a1010', '#bfe8b0'), []],
    ['two greys that are alike to everybody', beside('#bbbbbb', '#c4c4c4'), []],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))
})

describe('the same finding in the next file', () => {
  const printsOf = (given: Given) => foundIn(given).map(({ fingerprint }) => fingerprint)
  const of = (
    kind: 'IMAGE' | 'PDF',
    words: string,
    color: string,
    background = '#ffffff',
    size = 8,
  ): Given => ({
    kind,
    facts: {
      size: screen,
      texts: [text({ words, size, box: { ...middle, x: 0.001 }, colors: { text: color, background } })],
    },
  })
  test('is recognised in a picture, whose words and colours differ slightly', () => {
    const first = printsOf(of('IMAGE', 'Bring your friends', '#bfbfbf'))
    expect(first).toHaveLength(3)
    expect(printsOf(of('IMAGE', 'Bring your friends.', '#bdc0be', '#fefefd', 8.6))).toEqual(first)
    expect(printsOf(of('IMAGE', 'Bring your families', '#bfbfbf'))).not.toEqual(first)
    // The same words light on dark are another fault.
    expect(printsOf(of('IMAGE', 'Bring your friends', '#444444', '#222222'))[0]).not.toBe(first[0])
  })
  test('is a new one in a PDF with other colours, which are exact', () => {
    const [first] = printsOf(of('PDF', 'Bring your friends', '#bfbfbf'))
    expect(printsOf(of('PDF', 'Bring your friends', '#bdc0be'))[0]).not.toBe(first)
  })
  test('twice on a page is reported once, at its highest severity', () => {
    const [one] = of('IMAGE', 'More', '#bbbbbb').facts?.texts ?? []
    const texts = [{ ...text(one), colors: { text: '#858585', background: '#ffffff' } }, text(one)]
    const found = find({ kind: 'IMAGE', facts: { size: screen, texts: [...texts, ...texts.toReversed()] } })
    expect(found.filter((line) => line.startsWith('CONTRAST'))).toEqual(['CONTRAST HIGH 1.9:1, needs 4.5:1'])
  })
})

test('a spelling mistake is reported with the intended word', () => {
  const found = [{ word: 'incluude', better: 'include', line: 'We incluude everything', box: middle }]
  const facts = { spelling: { isForeign: false, found } }
  expect(find({ facts })).toEqual(['SPELLING MEDIUM incluude → include'])
})

test('a repeated word cannot be accepted, and is separate in each line', () => {
  const found = ['At the the harbour', 'On the the hill'].map((line) => ({
    ...{ word: 'the the', better: 'the', box: middle },
    line,
  }))
  const notified = foundIn({ facts: { spelling: { isForeign: false, found } } })
  expect(notified.map(({ word, says }) => [word, says])).toEqual(
    notified.map(() => [undefined, 'the the → the']),
  )
  expect(new Set(notified.map(({ fingerprint }) => fingerprint)).size).toBe(2)
})

describe('files', () => {
  test.each([
    ['a blank page', { facts: { isBlank: true } }, ['FILE MEDIUM Blank page']],
    [
      'a font that is not there',
      { facts: { missingFonts: ['Futura-Bold'] } },
      ['FILE HIGH Futura-Bold is not embedded'],
    ],
    [
      'the same file twice',
      { file: { bytes: 1, twins: ['poster.pdf'] } },
      ['FILE MEDIUM The same file as poster.pdf'],
    ],
    [
      'a picture of 9 MB for the web',
      { kind: 'IMAGE', facts: { size: screen }, file: { bytes: 9 * 1024 * 1024, twins: [] } },
      ['FILE LOW 9 MB, heavy for the web'],
    ],
    ['the size of the brief', { brief: { width: 210, height: 297 } }, []],
    [
      'another size',
      { brief: { width: 148, height: 210 } },
      ['FILE HIGH 210 × 297 mm, the brief says 148 × 210 mm'],
    ],
    [
      'a square of the size of the brief, as wide as a phone at 3×',
      { kind: 'IMAGE', facts: { size: { width: 1080, height: 1080 } }, brief: { width: 1080, height: 1080 } },
      [],
    ],
    [
      'another size, whose cut nobody knows',
      { facts: { bleed: middle }, brief: { width: 148, height: 210 } },
      [],
    ],
    [
      'the size of the brief at 2×',
      { kind: 'IMAGE', facts: { size: { width: 2880, height: 2048 } }, brief: { width: 1440, height: 1024 } },
      [],
    ],
  ] as [string, Given, string[]][])('%s', (_what, given, expected) => expect(find(given)).toEqual(expected))
})

test.each([
  ['A4', 'PDF', A4, { medium: 'PRINT', scale: 1 }],
  [
    'A5 with a bleed of 3 mm',
    'PDF',
    { width: 154 / 0.352778, height: 216 / 0.352778 },
    { medium: 'PRINT', scale: 1 },
  ],
  ['a slide', 'PDF', { width: 960, height: 540 }, { medium: 'SCREEN', scale: 1 }],
  ['a laptop', 'IMAGE', screen, { medium: 'SCREEN', scale: 1 }],
  ['a laptop at 2×', 'IMAGE', { width: 2880, height: 2048 }, { medium: 'SCREEN', scale: 2 }],
  ['a square', 'IMAGE', { width: 1080, height: 1080 }, { medium: 'SCREEN', scale: 1 }],
  ['a banner', 'IMAGE', { width: 780, height: 90 }, { medium: 'SCREEN', scale: 1 }],
  ['a phone at 3×', 'IMAGE', { width: 1179, height: 2556 }, { medium: 'SCREEN', scale: 3 }],
] as const)('%s is taken for what it is', (_what, kind, size, expected) => {
  expect(takeFor(kind, { size, trim: null, bleed: null }, defaultBrief)).toEqual(expected)
})
