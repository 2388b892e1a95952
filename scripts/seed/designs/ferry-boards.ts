import { boardTitle, clientName, construction, ferry, label, lockup, mark, wordmark } from './ferry-mark.ts'
import {
  clip,
  createDice,
  type Design,
  design,
  display,
  group,
  line,
  node,
  paragraph,
  rect,
  text,
  times,
} from './svg.ts'

const { ink, blue, deep, orange, sky, foam, white } = ferry
const width = 1600
const height = 1200

export function ferryMarkBoard(): Design {
  const small = (x: number, y: number, back: string, top: string, bottom: string) =>
    rect(x, y, 300, 250, back) + mark(x + 90, y + 65, 120, top, bottom)
  return design('01 Mark.svg', width, height, [
    rect(0, 0, width, height, foam),
    rect(0, 0, 1000, height, blue),
    boardTitle('01', 'Mark', white),
    mark(190, 210, 620, orange, white),
    display('Skerry Line', wordmark, { x: 64, y: 1010, height: 118 }, white),
    text(66, 1100, 'Island ferries since the first pier. Every crossing, every day, all year.', {
      size: 25,
      fill: sky,
    }),
    rect(1000, 0, 600, 700, white),
    clientName(ink),
    construction(1110, 180, 340, ink),
    paragraph(1064, 620, ['Two half circles of one radius,', 'moved apart by five eighths of it.'], 27, {
      size: 19,
      fill: ink,
      opacity: 0.75,
    }),
    small(1000, 700, sky, orange, blue),
    small(1300, 700, ink, orange, white),
    small(1000, 950, orange, ink, white),
    small(1300, 950, white, ink, ink),
  ])
}

const swatch = (
  x: number,
  y: number,
  w: number,
  h: number,
  color: string,
  on: string,
  name: string,
  hex: string,
  share: string,
) =>
  rect(x, y, w, h, color) +
  display(name, { weight: 0.15 }, { x: x + 28, y: y + 56, height: 21 }, on) +
  text(x + 28, y + h - 54, hex, { size: 19, fill: on, weight: 500 }) +
  text(x + 28, y + h - 28, share, { size: 19, fill: on, opacity: 0.75 })

export function ferryColourBoard(): Design {
  const cell = 100
  const kinds: [string, string, string][] = [
    [blue, orange, white],
    [sky, blue, orange],
    [ink, orange, sky],
    [orange, ink, white],
    [white, blue, ink],
  ]
  const tiles = times(6, (row) =>
    times(6, (column) => {
      const [back, top, bottom] = kinds[(column * 2 + row * 3 + ((column * row) % 2)) % kinds.length] ?? [
        blue,
        orange,
        white,
      ]
      const [x, y] = [1000 + column * cell, 600 + row * cell]
      const turn = ((column + row * 2) % 4) * 90
      return (
        rect(x, y, cell, cell, back) +
        group(`rotate(${turn} ${x + 50} ${y + 50})`, mark(x, y, cell, top, bottom))
      )
    }).join(''),
  ).join('')
  return design('02 Colour and type.svg', width, height, [
    rect(0, 0, width, height, white),
    boardTitle('02', 'Colour and type', ink),
    swatch(64, 140, 420, 396, blue, white, 'Channel', '#2442E8', '45 %'),
    swatch(484, 140, 236, 396, sky, ink, 'Haze', '#DCE6FA', '25 %'),
    swatch(720, 140, 216, 240, orange, ink, 'Buoy', '#FF6A3D', '15 %'),
    swatch(720, 380, 216, 156, ink, white, 'Night', '#0A1440', '15 %'),
    display('Aa', { weight: 0.17, width: 0.96 }, { x: 56, y: 870, height: 250 }, ink),
    display('Northwind Grotesk', { weight: 0.14 }, { x: 480, y: 652, height: 30 }, ink),
    text(480, 690, 'Medium for signs and headings, regular for timetables', {
      size: 19,
      fill: ink,
      opacity: 0.7,
    }),
    display('ABCDEFGHIJKLMN', { weight: 0.12 }, { x: 480, y: 756, height: 33 }, ink),
    display('OPQRSTUVWXYZ', { weight: 0.12 }, { x: 480, y: 812, height: 33 }, ink),
    display('abcdefghijklmno', { weight: 0.12 }, { x: 480, y: 868, height: 33 }, ink),
    display('0123456789', { weight: 0.12 }, { x: 480, y: 932, height: 33 }, blue),
    line(64, 980, 936, 980, ink, 2),
    display(
      'Next boat 14:25',
      { weight: 0.17, width: 0.96, tracking: -0.01 },
      { x: 64, y: 1072, height: 60 },
      ink,
    ),
    paragraph(
      64,
      1118,
      [
        'Departures are set in tabular figures, always with the island first and the',
        'time last. Nothing is set in capitals, except the codes of the piers.',
      ],
      27,
      { size: 19, fill: ink, opacity: 0.75 },
    ),
    rect(1000, 0, 600, 600, sky),
    clientName(ink),
    lockup(1064, 330, 52, { top: orange, bottom: blue, name: ink }),
    text(1064, 420, 'Clear space on every side: the radius of the dome.', {
      size: 19,
      fill: ink,
      opacity: 0.75,
    }),
    text(1064, 448, 'Smallest size: 18 mm in print, 88 px on screen.', {
      size: 19,
      fill: ink,
      opacity: 0.75,
    }),
    tiles,
  ])
}

const code = (x: number, y: number, size: number, fill: string) => {
  const dice = createDice(204)
  const cells = times(21 * 21, (index) => {
    const [column, row] = [index % 21, Math.floor(index / 21)]
    const isCorner = (column < 7 && row < 7) || (column > 13 && row < 7) || (column < 7 && row > 13)
    const isDark = dice() > 0.5
    return isCorner || !isDark ? '' : `M${x + column * size} ${y + row * size}h${size}v${size}h-${size}z`
  })
  const eye = (cx: number, cy: number) =>
    rect(x + cx * size + size / 2, y + cy * size + size / 2, size * 6, size * 6, 'none', {
      stroke: fill,
      'stroke-width': size,
    }) + rect(x + (cx + 2) * size, y + (cy + 2) * size, size * 3, size * 3, fill)
  return node('path', { d: cells.join(''), fill }) + eye(0, 0) + eye(14, 0) + eye(0, 14)
}

const ticket = (x: number, y: number) => {
  const field = (dx: number, dy: number, name: string, value: string) =>
    text(x + dx, y + dy, name, { size: 15, fill: ink, opacity: 0.6 }) +
    display(value, { weight: 0.15 }, { x: x + dx, y: y + dy + 36, height: 22 }, ink)
  return (
    rect(x, y, 620, 330, white, { rx: 14 }) +
    node('path', { d: `M${x} ${y + 84}v-70a14 14 0 0 1 14-14h592a14 14 0 0 1 14 14v70z`, fill: orange }) +
    mark(x + 26, y + 13, 58, ink, white) +
    display('Boarding pass', { weight: 0.15 }, { x: x + 100, y: y + 52, height: 21 }, ink) +
    display('SL 204', { weight: 0.15 }, { x: x + 588, y: y + 52, height: 21, anchor: 'end' }, ink) +
    display('Hovden', wordmark, { x: x + 32, y: y + 168, height: 44 }, ink) +
    display('Tarn', wordmark, { x: x + 282, y: y + 168, height: 44 }, ink) +
    node('path', {
      d: `M${x + 234} ${y + 146}h28m-10-10l10 10l-10 10`,
      fill: 'none',
      stroke: blue,
      'stroke-width': 5,
    }) +
    field(32, 220, 'Departs', '14:25') +
    field(150, 220, 'Pier', 'B2') +
    field(238, 220, 'Deck', 'Upper') +
    line(x + 402, y + 100, x + 402, y + 314, ink, 2, {
      'stroke-dasharray': '2 9',
      'stroke-linecap': 'round',
    }) +
    text(x + 32, y + 302, 'Ingrid Solem (sample) · one bicycle', { size: 15, fill: ink, opacity: 0.6 }) +
    code(x + 428, y + 118, 8, ink)
  )
}

const ship = (x: number, y: number) => {
  const hull = `M${x} ${y}H${x + 860}L${x + 812} ${y + 78}Q${x + 800} ${y + 96} ${x + 776} ${y + 96}H${x + 70}Q${x + 44} ${y + 96} ${x + 34} ${y + 74}Z`
  const decks = `M${x + 96} ${y}V${y - 64}H${x + 716}L${x + 760} ${y}ZM${x + 168} ${y - 64}V${y - 124}H${x + 590}L${x + 640} ${y - 64}ZM${x + 470} ${y - 124}V${y - 172}H${x + 566}L${x + 590} ${y - 124}Z`
  const windows = (count: number, fromX: number, atY: number, gap: number) =>
    times(count, (index) => rect(fromX + index * gap, atY, gap * 0.62, 22, ink, { rx: 5 })).join('')
  return (
    node('path', { d: decks, fill: white }) +
    windows(14, x + 122, y - 46, 41) +
    windows(9, x + 190, y - 106, 41) +
    windows(2, x + 482, y - 160, 40) +
    rect(x + 236, y - 206, 96, 82, orange) +
    mark(x + 249, y - 202, 70, white, ink) +
    node('path', { d: hull, fill: blue }) +
    display('Skerry Line', wordmark, { x: x + 156, y: y + 70, height: 46 }, white) +
    clip('hull', node('path', { d: hull })) +
    node('g', { 'clip-path': 'url(#hull)' }, mark(x + 520, y - 80, 300, orange, white)) +
    line(x + 690, y - 172, x + 690, y - 64, white, 4) +
    line(x + 518, y - 172, x + 518, y - 232, white, 4)
  )
}

const departures = (x: number, y: number) => {
  const rows: [string, string, string, string][] = [
    ['Tarn', 'B2', '14:25', 'Boarding'],
    ['Ytre Sula', 'A1', '14:40', 'On time'],
    ['Little Hovden', 'B1', '15:05', 'On time'],
    ['Kvit', 'A2', '15:20', '10 min late'],
  ]
  return (
    rect(x, y, 616, 394, ink, { rx: 10 }) +
    display('Departures', { weight: 0.15 }, { x: x + 36, y: y + 62, height: 24 }, white) +
    display('14:18', { weight: 0.15 }, { x: x + 580, y: y + 62, height: 24, anchor: 'end' }, orange) +
    rows
      .map(([island, pier, time, state], index) => {
        const at = y + 92 + index * 74
        return (
          line(x + 36, at, x + 580, at, white, 1, { opacity: 0.25 }) +
          display(island, { weight: 0.13 }, { x: x + 36, y: at + 48, height: 25 }, white) +
          rect(x + 304, at + 18, 50, 38, index === 0 ? orange : deep, { rx: 5 }) +
          display(
            pier,
            label,
            { x: x + 329, y: at + 45, height: 17, anchor: 'middle' },
            index === 0 ? ink : white,
          ) +
          display(time, { weight: 0.13 }, { x: x + 464, y: at + 48, height: 25, anchor: 'end' }, white) +
          text(x + 580, at + 44, state, { size: 17, fill: index === 3 ? orange : sky, anchor: 'end' })
        )
      })
      .join('')
  )
}

export function ferryApplicationsBoard(): Design {
  const waves = (y: number, color: string, shift: number) =>
    node('path', {
      d: `M${-200 + shift} ${y}${times(26, (index) => `q38 ${index % 2 ? 22 : -22} 76 0`).join('')}V720H-200Z`,
      fill: color,
    })
  return design('03 On the water.svg', width, height, [
    rect(0, 0, width, height, foam),
    clip('scene', rect(0, 0, width, 690, white)),
    node(
      'g',
      { 'clip-path': 'url(#scene)' },
      rect(0, 0, width, 690, sky),
      node('circle', { cx: 330, cy: 560, r: 250, fill: orange }),
      node('path', { d: 'M0 560L210 470L340 520L520 436L760 560Z', fill: '#B9CBF2' }),
      node('path', { d: 'M900 560L1180 452L1330 506L1490 430L1700 520V560Z', fill: '#B9CBF2' }),
      rect(0, 558, width, 60, '#B9CBF2'),
      waves(566, '#7F97EE', 0),
      ship(410, 512),
      waves(606, '#4A66EA', 38),
      waves(642, deep, 12),
    ),
    boardTitle('03', 'On the water', ink),
    clientName(ink),
    rect(0, 690, width, 510, sky),
    ticket(64, 760),
    departures(748, 746),
    rect(1428, 746, 108, 394, blue),
    mark(1440, 772, 84, orange, white),
    group(
      'rotate(-90 1500 1112)',
      display('Pier B2', { weight: 0.16 }, { x: 1500, y: 1112, height: 46 }, white),
    ),
    text(64, 1152, 'Ticket, departure board and pier sign share one grid of eight columns.', {
      size: 19,
      fill: ink,
      opacity: 0.7,
    }),
  ])
}
