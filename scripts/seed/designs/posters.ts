import { type Face, letteringWidth } from './lettering.ts'
import { round } from './outline-pen.ts'
import {
  circle,
  clip,
  createDice,
  type Design,
  design,
  display,
  group,
  line,
  node,
  paragraph,
  path,
  rect,
  stroke,
  times,
} from './svg.ts'

const width = 1200
const height = 1700
const margin = 64
const art = { x: margin, y: 150, width: width - 2 * margin, height: 1072 }

const tomato = '#F4442E'
const pink = '#FFB9D5'
const blue = '#2B2BDB'
const butter = '#FFD84D'
const mint = '#A5E3CB'
const skin = '#C98B5F'
const black = '#141216'
const white = '#FFFDF8'

const medium = { weight: 0.14 }
const heavy = { weight: 0.24, tracking: -0.02, squareness: 0.6 }

/** The face as wide as it must be for the title to fill the line. */
function fittingFace(title: string, titleHeight: number): Face {
  let [narrow, wide] = [0.3, 3]
  for (let step = 0; step < 30; step += 1) {
    const middle = (narrow + wide) / 2
    if (letteringWidth(title, { ...heavy, width: middle }, titleHeight) < art.width) narrow = middle
    else wide = middle
  }
  return { ...heavy, width: narrow }
}

type Poster = {
  title: string
  number: string
  day: string
  program: string[]
  back: string
  ink: string
  draw: () => string
}

const poster = ({ title, number, day, program, back, ink, draw }: Poster): Design => {
  const base = 1472
  return design(`${number} ${title}.svg`, width, height, [
    rect(0, 0, width, height, back),
    display('Nordkammer', medium, { x: margin, y: 98, height: 26 }, ink),
    display('Chamber music', medium, { x: width / 2, y: 98, height: 26, anchor: 'middle' }, ink),
    display(`${number}/4`, medium, { x: width - margin, y: 98, height: 26, anchor: 'end' }, ink),
    clip('art', rect(art.x, art.y, art.width, art.height, black)),
    node('g', { 'clip-path': 'url(#art)' }, draw()),
    display(title, fittingFace(title, 178), { x: margin, y: base, height: 178 }, ink),
    line(margin, base + 58, width - margin, base + 58, ink, 4),
    display(day, medium, { x: margin, y: base + 116, height: 30 }, ink),
    display('19:30', medium, { x: margin, y: base + 166, height: 30 }, ink),
    paragraph(width / 2 - 110, base + 106, program, 34, { size: 25, fill: ink, weight: 500 }),
    display('Old Pump House', medium, { x: width - margin, y: base + 116, height: 22, anchor: 'end' }, ink),
    display('Quay 4', medium, { x: width - margin, y: base + 160, height: 22, anchor: 'end' }, ink),
  ])
}

/** Four strings as they swing: the fundamental and its first three overtones. */
const swingingStrings = () =>
  rect(art.x, art.y, art.width, art.height, black) +
  times(4, (index) => {
    const x = art.x + art.width * (0.125 + index * 0.25)
    const mode = index + 1
    const color = [tomato, pink, butter, white][index] ?? white
    const curves = times(17, (curve) => {
      const amplitude = 116 * Math.sin(((curve - 8) / 8) * (Math.PI / 2))
      const half = art.height / mode
      const handle = half * 0.3642
      const halves = times(mode, (part) => {
        const [y0, y1] = [art.y + part * half, art.y + (part + 1) * half]
        const swing = amplitude * (part % 2 ? -1 : 1) * 1.333
        return `C${round(x + swing)} ${round(y0 + handle)} ${round(x + swing)} ${round(y1 - handle)} ${round(x)} ${round(y1)}`
      })
      return stroke(`M${round(x)} ${art.y}${halves.join('')}`, color, curve === 0 || curve === 16 ? 7 : 2.6)
    })
    const nodes = times(mode - 1, (part) => circle(x, art.y + ((part + 1) * art.height) / mode, 15, color))
    return curves.join('') + nodes.join('')
  }).join('')

/** A column of air: circles that are pressed together and let go. */
const breathingAir = () => {
  const count = 9
  const cell = art.width / count
  return (
    rect(art.x, art.y, art.width, art.height, blue) +
    times(count * count, (index) => {
      const [column, row] = [index % count, Math.floor(index / count)]
      const phase = column * 0.62 + row * 0.44
      const radius = cell * (0.2 + 0.3 * (0.5 + 0.5 * Math.sin(phase)))
      const [x, y] = [art.x + (column + 0.5) * cell, art.y + (row + 0.5) * cell]
      const color = (column + row) % 4 === 0 ? tomato : (column + row * 2) % 5 === 0 ? mint : butter
      const bore = radius * (0.25 + 0.4 * (0.5 + 0.5 * Math.cos(phase * 1.4)))
      return circle(x, y, radius, color) + circle(x + radius - bore - 4, y, Math.max(4, bore - 4), blue)
    }).join('')
  )
}

/** Beats: quarter and half discs that turn by the roll of a die. */
const beats = () => {
  const dice = createDice(77)
  const count = 8
  const cell = art.width / count
  const pairs: [string, string][] = [
    [white, black],
    [pink, tomato],
    [black, white],
    [tomato, pink],
    [butter, blue],
    [blue, butter],
  ]
  return times(count * count, (index) => {
    const [x, y] = [art.x + (index % count) * cell, art.y + Math.floor(index / count) * cell]
    const [back, front] = pairs[Math.floor(dice() * pairs.length)] ?? [white, black]
    const half = cell / 2
    const shapes = [
      path(`M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z`, front),
      path(`M0 ${half}A${half} ${half} 0 0 1 ${cell} ${half}Z`, front) +
        path(`M0 ${cell}A${half} ${half} 0 0 1 ${cell} ${cell}Z`, front),
      circle(half, half, half * 0.94, front) + circle(half, half, half * 0.44, back),
      path(`M0 0H${cell}A${cell} ${cell} 0 0 1 0 ${cell}Z`, front) +
        path(`M0 0H${half}A${half} ${half} 0 0 1 0 ${half}Z`, back),
      times(4, (bar) => rect(bar * (cell / 4), 0, cell / 8, cell, front)).join(''),
    ]
    const shape = shapes[Math.floor(dice() * shapes.length)] ?? ''
    const turn = Math.floor(dice() * 4) * 90
    return (
      rect(x, y, cell, cell, back, { 'shape-rendering': 'crispEdges' }) +
      group(`translate(${round(x)} ${round(y)}) rotate(${turn} ${half} ${half})`, shape)
    )
  }).join('')
}

/** A choir of twelve, each on another vowel. */
const choir = () => {
  const [columns, rows] = [3, 4]
  const [w, h] = [art.width / columns, art.height / rows]
  const skins = [tomato, pink, butter, blue, skin, tomato, butter, skin, pink, blue, tomato, butter]
  const openness = [0.9, 0.35, 0.62, 0.5, 1, 0.24, 0.42, 0.78, 0.95, 0.66, 0.3, 0.86]
  const roundness = [0.72, 1, 0.5, 0.98, 0.62, 0.86, 0.42, 0.7, 0.46, 0.6, 1, 0.84]
  return times(columns * rows, (index) => {
    const [x, y] = [art.x + (index % columns) * w, art.y + Math.floor(index / columns) * h]
    const [cx, cy] = [x + w / 2, y + h / 2]
    const open = openness[index] ?? 0.5
    const [rx, ry] = [(w / 2 - 34) * (roundness[index] ?? 0.7), (h / 2 - 26) * open]
    const id = `mouth-${index}`
    return (
      rect(x, y, w + 0.5, h + 0.5, skins[index] ?? pink) +
      clip(id, node('ellipse', { cx, cy, rx, ry })) +
      node('ellipse', { cx, cy, rx, ry, fill: black }) +
      node(
        'g',
        { 'clip-path': `url(#${id})` },
        node('ellipse', {
          cx,
          cy: cy + ry * 0.95,
          rx: rx * 0.72,
          ry: ry * 0.72,
          fill: skins[index] === tomato ? pink : tomato,
        }),
        rect(cx - rx, cy - ry, rx * 2, ry * 0.36, white),
      )
    )
  }).join('')
}

export const posterSeries = (): Design[] => [
  poster({
    title: 'Strings',
    number: '1',
    day: '14 Nov',
    program: ['Quartets for four players', 'and one very old cello'],
    back: tomato,
    ink: black,
    draw: swingingStrings,
  }),
  poster({
    title: 'Winds',
    number: '2',
    day: '23 Jan',
    program: ['Five players, nine pieces,', 'no amplification'],
    back: butter,
    ink: blue,
    draw: breathingAir,
  }),
  poster({
    title: 'Percussion',
    number: '3',
    day: '6 Mar',
    program: ['Skin, wood, metal', 'and a flower pot'],
    back: white,
    ink: black,
    draw: beats,
  }),
  poster({
    title: 'Voices',
    number: '4',
    day: '24 Apr',
    program: ['Twelve singers', 'in twelve corners'],
    back: mint,
    ink: black,
    draw: choir,
  }),
]
