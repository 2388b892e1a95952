import {
  circle,
  clip,
  createDice,
  type Design,
  design,
  display,
  group,
  line,
  linearGradient,
  node,
  paragraph,
  path,
  polar,
  rect,
  stroke,
  text,
  times,
} from './svg.ts'

type Flavour = {
  name: [string, string]
  back: string
  ink: string
  rind: string
  pith: string
  flesh: string
  sea: string
  accent: string
}

const lime: Flavour = {
  name: ['Lime &', 'sea salt'],
  back: '#D9F25B',
  ink: '#063B3A',
  rind: '#2FA84F',
  pith: '#F6FFE0',
  flesh: '#8FD63F',
  sea: '#12A79D',
  accent: '#FF7A66',
}
const rhubarb: Flavour = {
  name: ['Rhubarb &', 'thyme'],
  back: '#FFC2D1',
  ink: '#5B0F2E',
  rind: '#D93A5E',
  pith: '#FFF3F3',
  flesh: '#FF7F98',
  sea: '#B81E4C',
  accent: '#3E9B63',
}
const orange: Flavour = {
  name: ['Orange &', 'kelp'],
  back: '#FFB04A',
  ink: '#2A1B52',
  rind: '#F0562B',
  pith: '#FFF0DA',
  flesh: '#FF8038',
  sea: '#3B3FB6',
  accent: '#D9F25B',
}

const brand = { weight: 0.27, width: 1.02, tracking: -0.03, squareness: 0.64 }
const medium = { weight: 0.145 }

const slice = (cx: number, cy: number, r: number, { rind, pith, flesh }: Flavour, turn: number) =>
  circle(cx, cy, r, rind) +
  circle(cx, cy, r * 0.92, pith) +
  times(9, (index) => {
    const from = turn + index * 40 + 4.5
    const [x0, y0] = polar(cx, cy, r * 0.16, from + 15.5)
    const [x1, y1] = polar(cx, cy, r * 0.8, from)
    const [x2, y2] = polar(cx, cy, r * 0.8, from + 31)
    return path(`M${x0} ${y0}L${x1} ${y1}A${r * 0.8} ${r * 0.8} 0 0 1 ${x2} ${y2}Z`, flesh, {
      stroke: flesh,
      'stroke-width': r * 0.05,
      'stroke-linejoin': 'round',
    })
  }).join('')

const waves = (width: number, y: number, height: number, flavour: Flavour) =>
  [
    [0, flavour.sea],
    [52, flavour.ink],
  ]
    .map(([shift = 0, color = '']) => {
      const top = y + Number(shift)
      const crests = times(Math.ceil(width / 100) + 2, () => 'q25 -26 50 0t50 0').join('')
      return path(`M${-60 - Number(shift) * 0.6} ${top}${crests}V${y + height}H-200Z`, String(color))
    })
    .join('')

const fruit = (flavour: Flavour) => {
  const bubbles = createDice(9)
  return (
    slice(476, 502, 236, flavour, 8) +
    slice(118, 660, 150, flavour, 22) +
    circle(178, 424, 46, flavour.accent) +
    times(13, () =>
      circle(40 + bubbles() * 540, 400 + bubbles() * 380, 5 + bubbles() * 12, flavour.pith, {
        opacity: 0.85,
      }),
    ).join('')
  )
}

const frontWords = (flavour: Flavour) =>
  display('brack', brand, { x: 44, y: 236, height: 132 }, flavour.ink) +
  display('Sea soda', medium, { x: 48, y: 88, height: 20 }, flavour.ink) +
  display('33 cl', medium, { x: 576, y: 88, height: 20, anchor: 'end' }, flavour.ink) +
  display(flavour.name[0], medium, { x: 48, y: 302, height: 29 }, flavour.ink) +
  display(flavour.name[1], medium, { x: 48, y: 350, height: 29 }, flavour.ink) +
  display('No sugar added', medium, { x: 310, y: 936, height: 20, anchor: 'middle' }, flavour.pith)

/** The front of a can, 620 wide and 1000 high. */
const frontPanel = (flavour: Flavour) =>
  rect(0, 0, 620, 1000, flavour.back) + fruit(flavour) + waves(620, 776, 224, flavour) + frontWords(flavour)

const barcode = (x: number, y: number, ink: string) => {
  const dice = createDice(4006)
  let at = x + 14
  const bars: string[] = []
  while (at < x + 216) {
    const width = 2 + Math.floor(dice() * 3) * 2
    bars.push(rect(at, y + 14, width, 92, ink))
    at += width + 2 + Math.floor(dice() * 3) * 2
  }
  return (
    rect(x, y, 232, 140, '#FFFFFF', { rx: 6 }) +
    bars.join('') +
    text(x + 116, y + 128, '0 000000 000000', { size: 17, fill: ink, anchor: 'middle', weight: 500 })
  )
}

const nutrition = (x: number, y: number, ink: string) => {
  const rows: [string, string][] = [
    ['Energy', '38 kJ / 9 kcal'],
    ['Fat', '0 g'],
    ['Carbohydrate', '1.8 g'],
    ['of which sugars', '1.6 g'],
    ['Protein', '0 g'],
    ['Salt', '0.21 g'],
  ]
  return (
    display('In 100 ml', medium, { x, y, height: 18 }, ink) +
    rows
      .map(([name, value], index) => {
        const at = y + 22 + index * 38
        return (
          line(x, at, x + 380, at, ink, index === 0 ? 3 : 1) +
          text(x, at + 26, name, { size: 19, fill: ink, weight: 500 }) +
          text(x + 380, at + 26, value, { size: 19, fill: ink, anchor: 'end' })
        )
      })
      .join('')
  )
}

export function canWrap(): Design {
  const [left, top, w, h] = [100, 110, 1800, 1000]
  const { ink, back, pith, sea, accent } = lime
  const crop = [left, left + w].flatMap((x) =>
    [top, top + h].map((y) => {
      const [sx, sy] = [x === left ? -1 : 1, y === top ? -1 : 1]
      return (
        line(x + sx * 22, y, x + sx * 66, y, '#111111', 1.5) +
        line(x, y + sy * 22, x, y + sy * 66, '#111111', 1.5)
      )
    }),
  )
  const strip = [ink, sea, back, accent, '#2FA84F', '#8FD63F', pith].map((color, index) =>
    rect(760 + index * 72, 26, 60, 36, color, { stroke: '#11111133', 'stroke-width': 1 }),
  )
  return design('Lime wrap, flat.svg', 2000, 1220, [
    rect(0, 0, 2000, 1220, '#E9ECEA'),
    ...crop,
    ...strip,
    text(left + 24, 52, 'brack · lime & sea salt · 33 cl sleek · round 3', { size: 20, fill: '#333333' }),
    text(left + w - 24, 52, 'Bleed 3 mm · overlap right 6 mm', { size: 20, fill: '#333333', anchor: 'end' }),
    rect(left - 12, top - 12, w + 24, h + 24, back),
    clip('label', rect(left - 12, top - 12, w + 24, h + 24, back)),
    node(
      'g',
      { 'clip-path': 'url(#label)' },
      group(`translate(${left + 590} ${top})`, fruit(lime)),
      group(`translate(${left} ${top})`, waves(w + 24, 776, 252, lime)),
    ),
    group(`translate(${left + 590} ${top})`, frontWords(lime)),
    display('Water from', medium, { x: 160, y: 230, height: 34 }, ink),
    display('a cold place', medium, { x: 160, y: 282, height: 34 }, ink),
    paragraph(
      160,
      330,
      [
        'Carbonated water, lime juice 4 %, sea salt,',
        'lime peel, malic acid. Shake nothing, chill',
        'everything. Best with bare feet.',
      ],
      29,
      { size: 20, fill: ink, weight: 500 },
    ),
    nutrition(160, 472, ink),
    text(160, 782, 'Best before: see bottom of can', { size: 19, fill: ink, weight: 500 }),
    slice(1784, 300, 112, lime, 0),
    display('Take me', medium, { x: 1380, y: 230, height: 34 }, ink),
    display('back', medium, { x: 1380, y: 282, height: 34 }, ink),
    paragraph(1380, 330, ['This can has been a can', 'before. Return it and it', 'will be one again.'], 29, {
      size: 20,
      fill: ink,
      weight: 500,
    }),
    stroke('M1456 520a44 44 0 1 1 -16 62', ink, 9, { 'stroke-linecap': 'round' }),
    path('M1440 534l20 -34l20 32z', ink),
    barcode(1596, 476, ink),
    text(1440, 700, 'Brack Soda Works (made up), Pier 9', { size: 19, fill: ink, weight: 500 }),
    text(1440, 728, 'hello@example.com', { size: 19, fill: ink, weight: 500 }),
    text(1440, 782, '33 cl e', { size: 26, fill: ink, weight: 600 }),
    line(1864, top, 1864, top + h, '#D81E5B', 2, { 'stroke-dasharray': '12 10' }),
    group('rotate(90 1874 900)', text(1874, 900, 'overlap', { size: 17, fill: '#D81E5B', weight: 600 })),
  ])
}

const can = (id: string, x: number, y: number, flavour: Flavour) =>
  group(
    `translate(${x} ${y})`,
    node('ellipse', { cx: 186, cy: 726, rx: 206, ry: 26, fill: '#0B2B2A', opacity: 0.22 }),
    path('M40 26Q42 8 68 4H304Q330 8 332 26L364 84H8Z', '#C9D0D2'),
    node('ellipse', { cx: 186, cy: 12, rx: 134, ry: 15, fill: '#E7ECED' }),
    node('ellipse', { cx: 186, cy: 13, rx: 117, ry: 10, fill: '#AEB7BA' }),
    path('M18 668H354L326 714Q320 724 304 724H68Q52 724 46 714Z', '#B9C2C4'),
    clip(
      `can-${id}`,
      path('M0 112Q0 84 26 76H346Q372 84 372 112V644Q372 672 346 680H26Q0 672 0 644Z', '#000'),
    ),
    node(
      'g',
      { 'clip-path': `url(#can-${id})` },
      group('translate(0 76) scale(0.604)', frontPanel(flavour)),
      rect(0, 76, 372, 610, 'url(#metal)'),
    ),
  )

export const canShelf = (): Design =>
  design('Three flavours.svg', 1600, 1200, [
    node(
      'defs',
      {},
      linearGradient(
        'metal',
        1,
        0,
        [0, '#000000', 0.26],
        [0.1, '#000000', 0.05],
        [0.16, '#FFFFFF', 0.26],
        [0.24, '#FFFFFF', 0.04],
        [0.62, '#FFFFFF', 0],
        [0.86, '#000000', 0.07],
        [1, '#000000', 0.28],
      ),
      linearGradient('wall', 0, 1, [0, '#BFE9E1'], [1, '#8FD8CF']),
    ),
    rect(0, 0, 1600, 880, 'url(#wall)'),
    circle(800, 470, 420, '#F4FBE6', { opacity: 0.5 }),
    circle(800, 470, 310, '#F4FBE6', { opacity: 0.55 }),
    rect(0, 880, 1600, 320, '#0B5C59'),
    rect(0, 880, 1600, 14, '#0E716D'),
    can('rhubarb', 134, 226, rhubarb),
    can('orange', 1094, 226, orange),
    can('lime', 614, 282, lime),
    display('brack', brand, { x: 96, y: 132, height: 44 }, '#063B3A'),
    text(1504, 124, 'Three flavours, one tide line', {
      size: 24,
      fill: '#063B3A',
      weight: 600,
      anchor: 'end',
    }),
    display('Launch set', medium, { x: 96, y: 1112, height: 30 }, '#D9F25B'),
    text(1504, 1112, 'Studio Northwind (demo)', { size: 22, fill: '#BFE9E1', anchor: 'end' }),
  ])
