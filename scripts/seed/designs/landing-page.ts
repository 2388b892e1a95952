import { lamp, lampDefinitions, lampParts, pebble } from './lamp.ts'
import {
  arc,
  circle,
  createDice,
  type Design,
  design,
  display,
  line,
  node,
  paragraph,
  path,
  rect,
  stroke,
  text,
  times,
} from './svg.ts'

const { night, plum, violet, lilac, mist, apricot, butter, coral, sage, sea, white } = pebble
const width = 1440
const height = 2800
const head = { weight: 0.155, width: 1, tracking: -0.012 }
const medium = { weight: 0.135 }
const brand = { weight: 0.19, width: 1.06, tracking: -0.01 }

const button = (x: number, y: number, w: number, value: string, back: string, fill: string) =>
  rect(x, y, w, 60, back, { rx: 30 }) +
  display(value, medium, { x: x + w / 2, y: y + 37, height: 16, anchor: 'middle' }, fill)

const stars = (right: number, bottom: number, count: number) => {
  const dice = createDice(48)
  return times(count, () => {
    const [x, y, size] = [dice() * right, dice() * bottom, 0.8 + dice() * 1.6]
    return circle(x, y, size, white, { opacity: 0.25 + dice() * 0.5 })
  }).join('')
}

const hills = (w: number, y: number) =>
  path(
    `M0 ${y}C${w * 0.2} ${y - 70} ${w * 0.36} ${y + 6} ${w * 0.55} ${y - 34}S${w * 0.86} ${y - 96} ${w} ${y - 40}V${y + 170}H0Z`,
    '#37194A',
  ) +
  path(
    `M0 ${y + 60}C${w * 0.22} ${y + 10} ${w * 0.4} ${y + 70} ${w * 0.62} ${y + 34}S${w * 0.9} ${y + 10} ${w} ${y + 44}V${y + 170}H0Z`,
    night,
  )

const hero = () =>
  rect(0, 0, width, 880, 'url(#dusk)') +
  stars(width, 480, 90) +
  hills(width, 760) +
  node('ellipse', { cx: 1060, cy: 752, rx: 190, ry: 22, fill: '#0D0718', opacity: 0.6 }) +
  lamp(1060, 540, 2.1, { color: coral, glow: 3.6 }) +
  display('pebble', brand, { x: 96, y: 82, height: 28 }, white) +
  ['Lamp', 'Colours', 'Repair', 'Journal']
    .map((name, index) => text(720 + index * 104, 80, name, { size: 17, fill: '#E9DFF8', weight: 500 }))
    .join('') +
  rect(1222, 50, 122, 46, 'none', { rx: 23, stroke: '#E9DFF8', 'stroke-width': 1.5 }) +
  display('Order', medium, { x: 1283, y: 79, height: 14, anchor: 'middle' }, white) +
  display('Light you', head, { x: 92, y: 330, height: 88 }, white) +
  display('can carry', head, { x: 92, y: 456, height: 88 }, butter) +
  paragraph(
    96,
    522,
    [
      'A lamp for the table, the tent and the way between.',
      'Charged once, it glows for two long summer nights.',
    ],
    34,
    { size: 22, fill: '#E3D8F3' },
  ) +
  button(96, 608, 214, 'Order for 129', coral, night) +
  text(342, 645, 'or see how it is made', { size: 18, fill: white, weight: 500 }) +
  line(342, 654, 516, 654, white, 1.5, { opacity: 0.6 })

const feature = (x: number, title: string, rows: string[], art: string) =>
  rect(x, 976, 400, 380, white, { rx: 32 }) +
  art +
  display(title, head, { x: x + 40, y: 1254, height: 26 }, night) +
  paragraph(x + 40, 1294, rows, 27, { size: 18, fill: plum, opacity: 0.85 })

const features = () =>
  rect(0, 880, width, 580, mist) +
  feature(
    96,
    '48 hours',
    ['On one charge, at the brightness', 'of a candle. Eight at full light.'],
    stroke(arc(296, 1096, 74, 0, 359.9), lilac, 22) +
      stroke(arc(296, 1096, 74, 0, 262), violet, 22, { 'stroke-linecap': 'round' }) +
      display('48', head, { x: 296, y: 1110, height: 30, anchor: 'middle' }, night),
  ) +
  feature(
    520,
    'One knob, no app',
    ['Turn for more, press for off.', 'Nothing to pair, nothing to update.'],
    times(13, (index) => {
      const angle = ((index * 20 - 210) * Math.PI) / 180
      const color = index < 9 ? coral : lilac
      const at = (radius: number) =>
        [720 + radius * Math.cos(angle), 1104 + radius * Math.sin(angle)] as const
      const [[x0, y0], [x1, y1]] = [at(76), at(94)]
      return line(x0, y0, x1, y1, color, 7, { 'stroke-linecap': 'round' })
    }).join('') +
      circle(720, 1104, 58, night) +
      line(728, 1090, 744, 1062, coral, 8, { 'stroke-linecap': 'round' }),
  ) +
  feature(
    944,
    'Rain is fine',
    ['Sealed against splashes. It also', 'floats, which we tested too often.'],
    [
      [1062, 1030],
      [1110, 1068],
      [1158, 1020],
      [1206, 1062],
      [1236, 1026],
    ]
      .map(([x = 0, y = 0], index) =>
        path(`M${x} ${y}c0 0 -13 20 -13 31a13 13 0 0 0 26 0c0 -11 -13 -31 -13 -31z`, index % 2 ? sea : lilac),
      )
      .join('') +
      path('M1010 1150q33 -22 67 0t67 0t67 0t67 0v36h-268z', sea, { opacity: 0.9 }) +
      circle(1144, 1130, 30, 'url(#globe)') +
      path('M1010 1158q33 -22 67 0t67 0t67 0t67 0v28h-268z', sea),
  )

const parts = () => {
  const [x, y] = [960, 1580]
  const note = (dy: number, fromX: number, name: string, detail: string, side: 'left' | 'right') => {
    const isLeft = side === 'left'
    const [end, at] = isLeft ? [x - 250, x - 262] : [x + 200, x + 212]
    return (
      line(fromX, y + dy, end, y + dy, violet, 1.5) +
      circle(fromX, y + dy, 5, violet) +
      display(name, medium, { x: at, y: y + dy - 4, height: 16, anchor: isLeft ? 'end' : 'start' }, night) +
      text(at, y + dy + 22, detail, { size: 16, fill: plum, anchor: isLeft ? 'end' : 'start', opacity: 0.8 })
    )
  }
  return (
    rect(0, 1460, width, 740, lilac) +
    display('Made to be', head, { x: 94, y: 1640, height: 52 }, night) +
    display('taken apart', head, { x: 94, y: 1718, height: 52 }, night) +
    paragraph(
      96,
      1776,
      ['Four screws, five parts. Every one of', 'them can be ordered, for as long as', 'we make lamps.'],
      32,
      { size: 21, fill: plum },
    ) +
    button(96, 1890, 220, 'Spare parts', night, white) +
    lampParts(x, y, coral) +
    note(44, x + 122, 'Handle', 'Bent steel, painted', 'right') +
    note(180, x - 106, 'Globe', 'Blown opal glass', 'left') +
    note(310, x + 96, 'Light', 'Five warm diodes', 'right') +
    note(396, x - 62, 'Battery', 'Standard cell, 20 Wh', 'left') +
    note(510, x + 108, 'Foot', 'Cast from old lamps', 'right')
  )
}

const colours = () => {
  const kinds: [string, string, string][] = [
    ['Coral', coral, '#FFD8CF'],
    ['Sage', sage, '#D9E9DF'],
    ['Sea', sea, '#D2DFFB'],
    ['Night', '#43306A', '#CFC4E6'],
  ]
  return kinds
    .map(([name, color, back], index) => {
      const x = index * 360
      return (
        rect(x, 2200, 360, 360, back) +
        node('ellipse', { cx: x + 180, cy: 2462, rx: 84, ry: 10, fill: night, opacity: 0.15 }) +
        lamp(x + 180, 2366, 0.92, { color, isLit: index === 2, glow: index === 2 ? 2 : 0 }) +
        display(name, medium, { x: x + 32, y: 2528, height: 18 }, night) +
        circle(x + 320, 2520, 9, color)
      )
    })
    .join('')
}

const footer = () =>
  rect(0, 2560, width, 240, night) +
  display('Ships in March', head, { x: 94, y: 2668, height: 40 }, white) +
  text(96, 2712, 'Two weeks to try it, ten years of parts.', { size: 20, fill: '#D9CCF7' }) +
  rect(820, 2622, 524, 64, '#2E1D48', { rx: 32 }) +
  text(852, 2661, 'name@example.com', { size: 19, fill: '#B9A9D8' }) +
  button(1150, 2624, 192, 'Remind me', apricot, night) +
  text(852, 2722, 'One email when it’s here. Nothing else.', { size: 16, fill: '#B9A9D8' }) +
  text(96, 2768, 'Pebble Lighting (made up for this demo)', { size: 15, fill: '#8E7DB0' })

export const landingDesktop = (): Design =>
  design('Landing desktop.svg', width, height, [
    lampDefinitions(),
    hero(),
    features(),
    parts(),
    colours(),
    footer(),
  ])

export function landingMobile(): Design {
  const [w, h] = [390, 1500]
  const row = (y: number, title: string, detail: string) =>
    rect(20, y, 350, 96, white, { rx: 22 }) +
    circle(66, y + 48, 24, lilac) +
    circle(66, y + 48, 10, violet) +
    display(title, medium, { x: 108, y: y + 44, height: 17 }, night) +
    text(108, y + 70, detail, { size: 15, fill: plum, opacity: 0.85 })
  const tile = (x: number, name: string, color: string, back: string, isLit: boolean) =>
    rect(x, 1090, 170, 200, back, { rx: 22 }) +
    lamp(x + 85, 1186, 0.5, { color, isLit }) +
    display(name, medium, { x: x + 18, y: 1272, height: 13 }, night)
  return design(
    'Landing phone.svg',
    w,
    h,
    [
      lampDefinitions(),
      rect(0, 0, w, h, mist),
      rect(0, 0, w, 720, 'url(#dusk)'),
      stars(w, 360, 40),
      hills(w, 600),
      node('ellipse', { cx: 195, cy: 602, rx: 92, ry: 10, fill: '#0D0718', opacity: 0.6 }),
      lamp(195, 486, 1.12, { color: coral, glow: 2.6 }),
      display('pebble', brand, { x: 24, y: 62, height: 20 }, white),
      line(338, 48, 366, 48, white, 2.5, { 'stroke-linecap': 'round' }),
      line(338, 58, 366, 58, white, 2.5, { 'stroke-linecap': 'round' }),
      display('Light you', head, { x: 23, y: 156, height: 44 }, white),
      display('can carry', head, { x: 23, y: 219, height: 44 }, butter),
      paragraph(24, 258, ['A lamp for the table, the tent', 'and the way between.'], 25, {
        size: 17,
        fill: '#E3D8F3',
      }),
      button(24, 636, 342, 'Order for 129', coral, night),
      row(752, '48 hours', 'On one charge, like a candle'),
      row(860, 'One knob, no app', 'Nothing to pair or update'),
      row(968, 'Rain is fine', 'Sealed, and it floats'),
      tile(20, 'Coral', coral, '#FFD8CF', false),
      tile(200, 'Sea', sea, '#D2DFFB', true),
      rect(0, 1322, w, 178, night),
      display('Ships in March', head, { x: 24, y: 1376, height: 22 }, white),
      rect(24, 1400, 342, 54, '#2E1D48', { rx: 27 }),
      text(46, 1433, 'name@example.com', { size: 15, fill: '#B9A9D8' }),
      rect(244, 1403, 119, 48, apricot, { rx: 24 }),
      display('Remind me', medium, { x: 303.5, y: 1432, height: 11, anchor: 'middle' }, night),
    ],
    2,
  )
}
