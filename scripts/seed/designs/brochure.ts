import { drops, folio, front, head, isobars, margin, medium, weather } from './brochure-weather.ts'
import { createSheet, ellipse, type Sheet, smooth, writePdf } from './pdf-writer.ts'
import { createDice, polar, times } from './svg.ts'

const { night, indigo, sky, ice, sun, red, teal, white } = weather
export const brochureSize = { width: 420, height: 595 }
const { width, height } = brochureSize
const body = { size: 10.5, fill: night }

function cover(): Sheet {
  const sheet = createSheet(width, height)
  sheet.rect(0, 0, width, height, night)
  const shades = [
    '#FFC63F',
    '#FFB03F',
    '#FF9440',
    '#FA7440',
    '#F2523D',
    '#C24A66',
    '#8D4A8C',
    '#5F4BA6',
    '#474FB4',
    '#3E58BE',
    '#4367C6',
    '#4C78CE',
    '#588AD6',
    '#689CDF',
    '#7BAEE8',
    '#8CBDF3',
    '#9CCBFF',
    '#7BAEE8',
    '#588AD6',
    '#4367C6',
  ]
  isobars(sheet, 262, 214, shades, 15.5, 0.6)
  sheet.circle(262, 214, 9, { fill: sun })
  sheet.display('H', head, { x: 292, y: 208, height: 15 }, sun)
  sheet.display('1032', medium, { x: 290, y: 224, height: 8 }, sun)
  front(
    sheet,
    [
      [-10, 356],
      [50, 330],
      [112, 322],
      [174, 334],
      [232, 362],
      [284, 402],
      [330, 452],
    ],
    red,
    true,
  )
  front(
    sheet,
    [
      [430, 60],
      [396, 104],
      [376, 154],
      [372, 206],
      [384, 258],
      [408, 306],
      [436, 340],
    ].map(([x = 0, y = 0]) => [x, y] as const),
    sky,
    false,
  )
  sheet.text(margin, 52, 'Visitor guide', { size: 12, fill: white, font: 'bold' })
  sheet.text(width - margin, 52, 'Spring 2026', { size: 12, fill: white, anchor: 'end' })
  sheet.rect(0, 438, width, 157, night)
  sheet.display('Museum', head, { x: margin - 1, y: 496, height: 40 }, white)
  sheet.display('of Weather', head, { x: margin - 1, y: 552, height: 40 }, sun)
  return sheet
}

function welcome(): Sheet {
  const sheet = createSheet(width, height)
  sheet.rect(0, 0, width, height, ice)
  sheet.display('Bring a coat', head, { x: margin, y: 86, height: 34 }, night)
  const lead =
    'It rains in room three. It snows in room five, lightly, on the hour. Everywhere else the forecast is dry with long sunny spells.'
  const next = sheet.block(margin, 116, width - 2 * margin, lead, 17, {
    size: 13,
    fill: indigo,
    font: 'bold',
  })
  const column = (width - 2 * margin - 20) / 2
  sheet.block(
    margin,
    next + 12,
    column,
    'The museum stands in the old observatory, where the town’s weather was written down every morning at seven for one hundred and eleven years. The books are all still here.',
    14.5,
    body,
  )
  sheet.block(
    margin + column + 20,
    next + 12,
    column,
    'Nothing is behind glass that you can safely touch. Turn the wheels, ring the storm bell, blow at the wind chart. If it breaks, tell us, and we will show you how it is mended.',
    14.5,
    body,
  )
  const [cx, cy, radius] = [210, 440, 110]
  sheet.circle(cx, cy, radius + 14, { fill: sun })
  sheet.circle(cx, cy, radius, { fill: white })
  times(61, (index) => {
    const angle = -135 + index * 4.5
    const isLong = index % 10 === 0
    const [x0, y0] = polar(cx, cy, radius - 8, angle)
    const [x1, y1] = polar(cx, cy, radius - (isLong ? 24 : 16), angle)
    sheet.line(x0, y0, x1, y1, night, isLong ? 2 : 0.8)
    if (!isLong) return
    const [x, y] = polar(cx, cy, radius - 37, angle)
    sheet.text(x, y + 3, String(960 + index * 1.5), { size: 8, fill: night, font: 'bold', anchor: 'middle' })
  })
  const words: [string, number][] = [
    ['Storm', -112],
    ['Rain', -62],
    ['Change', 0],
    ['Fair', 62],
    ['Very dry', 108],
  ]
  for (const [word, angle] of words) {
    const [x, y] = polar(cx, cy, 52, angle)
    sheet.text(x, y + 3, word, { size: 9, fill: indigo, anchor: 'middle' })
  }
  const [tipX, tipY] = polar(cx, cy, radius - 12, 40)
  const [tailX, tailY] = polar(cx, cy, 28, 220)
  sheet.line(tailX, tailY, tipX, tipY, red, 3.4, { cap: 'round' })
  sheet.circle(cx, cy, 8, { fill: night })
  folio(sheet, 2, night)
  return sheet
}

function floorPlan(): Sheet {
  const sheet = createSheet(width, height)
  sheet.rect(0, 0, width, height, white)
  sheet.display('Seven rooms', head, { x: margin, y: 86, height: 34 }, night)
  sheet.block(
    margin,
    112,
    320,
    'One way round, about seventy minutes. You may walk it backwards.',
    14.5,
    body,
  )
  const room = (x: number, y: number, w: number, h: number, fill: string, number: string, ink = night) => {
    sheet.rect(x, y, w, h, fill)
    sheet.display(number, head, { x: x + 12, y: y + 32, height: 20 }, ink)
  }
  room(36, 140, 124, 110, sky, '1')
  room(164, 140, 100, 70, sun, '2')
  room(268, 140, 116, 150, indigo, '3', white)
  room(164, 214, 100, 126, ice, '4')
  room(268, 294, 116, 106, '#D9DEF0', '5')
  room(36, 254, 124, 86, teal, '6', white)
  room(36, 344, 228, 56, red, '7', white)
  drops(sheet, { x: 300, y: 152, w: 70, h: 110 }, 22, sky)
  times(9, (index) =>
    sheet.circle(300 + (index % 3) * 30, 330 + Math.floor(index / 3) * 24, 3, { fill: white }),
  )
  sheet.circle(214, 284, 30, { stroke: night, width: 1.4 })
  sheet.circle(214, 284, 16, { stroke: night, width: 1.4 })
  const way = smooth(
    [
      [70, 424],
      [70, 300],
      [90, 214],
      [150, 196],
      [214, 180],
      [290, 190],
      [326, 240],
      [326, 350],
      [270, 372],
      [200, 378],
      [150, 380],
    ],
    false,
  )
  sheet.path(way, { stroke: night, width: 2, dash: [1, 6], cap: 'round' })
  sheet.circle(70, 424, 5, { fill: night })
  sheet.text(82, 428, 'Start', { size: 9, fill: night, font: 'bold' })
  const names = [
    'Air',
    'Heat',
    'Rain (wet)',
    'Wind dome',
    'Snow, on the hour',
    'ReadingPage the sky',
    'Café and shop',
  ]
  names.forEach((name, index) => {
    const [x, y] = [margin + (index % 2) * 178, 466 + Math.floor(index / 2) * 22]
    sheet.display(String(index + 1), medium, { x, y, height: 10 }, red)
    sheet.text(x + 20, y, name, { size: 11, fill: night })
  })
  folio(sheet, 3, night)
  return sheet
}

function century(): Sheet {
  const sheet = createSheet(width, height)
  const dice = createDice(1911)
  sheet.rect(0, 0, width, height, indigo)
  sheet.display('A century', head, { x: margin, y: 86, height: 34 }, white)
  sheet.display('of rain', head, { x: margin, y: 130, height: 34 }, sky)
  const [left, base, bar] = [margin, 430, (width - 2 * margin) / 111]
  const levels = times(111, (index) => 90 + 34 * Math.sin(index / 9) + index * 0.42 + dice() * 74)
  levels.forEach((level, index) => {
    const color = level > 210 ? sun : level > 160 ? '#C9E2FF' : level > 110 ? sky : '#6E93E0'
    sheet.rect(left + index * bar, base - level, bar * 0.72, level, color)
  })
  sheet.line(left, base + 1, width - margin, base + 1, white, 1.2)
  for (const [index, year] of [
    [0, '1911'],
    [39, '1950'],
    [79, '1990'],
    [110, '2021'],
  ] as const)
    sheet.text(left + index * bar, base + 16, year, {
      size: 9,
      fill: white,
      anchor: index === 110 ? 'end' : 'start',
    })
  const wettest = levels.indexOf(Math.max(...levels))
  const peakX = left + (wettest + 0.36) * bar
  const peakY = base - (levels[wettest] ?? 0)
  sheet.circle(peakX, peakY - 10, 4, { fill: red })
  sheet.text(peakX - 10, peakY - 16, 'The wettest year', {
    size: 10,
    fill: white,
    font: 'bold',
    anchor: 'end',
  })
  sheet.text(peakX - 10, peakY - 3, '1,684 mm', { size: 10, fill: sky, anchor: 'end' })
  sheet.block(
    margin,
    484,
    250,
    'Each bar is one year in the observatory’s books, drawn as it stands on the wall of room three: one millimetre for one millimetre, so that the last bars are above your head.',
    14.5,
    { ...body, fill: white },
  )
  folio(sheet, 4, white)
  return sheet
}

function programme(): Sheet {
  const sheet = createSheet(width, height)
  sheet.rect(0, 0, width, height, white)
  sheet.rect(0, 0, width, 126, teal)
  sheet.display('This spring', head, { x: margin, y: 86, height: 34 }, white)
  const rows: [string, string, string, string][] = [
    ['7 Mar', 'Build a barometer', 'A jar, a balloon, a straw. From eight years.', sun],
    ['21 Mar', 'Night of the equal night', 'Open until midnight, stars if it is clear.', indigo],
    ['4 Apr', 'How to read a cloud', 'A walk on the roof with Dr. Vesna Pahl (sample).', sky],
    ['18 Apr', 'Songs about rain', 'The choir of the tram depot, in room three.', red],
    ['9 May', 'Forecast against forecast', 'Five stations, one weekend, a public bet.', teal],
    ['30 May', 'Kite day', 'Bring one, borrow one, or only watch.', sun],
  ]
  rows.forEach(([date, title, detail, color], index) => {
    const y = 158 + index * 62
    sheet.circle(margin + 8, y + 2, 8, { fill: color })
    sheet.display(date, medium, { x: margin + 30, y: y + 6, height: 11 }, night)
    sheet.display(title, medium, { x: 134, y: y + 6, height: 12 }, night)
    sheet.text(134, y + 24, detail, { size: 10.5, fill: '#4A4D78' })
    sheet.line(margin, y + 39, width - margin, y + 39, '#D9DEF0', 1)
  })
  sheet.text(margin, 536, 'All events are included in the ticket. Places for workshops: ask at the desk.', {
    size: 9,
    fill: '#4A4D78',
  })
  folio(sheet, 5, night)
  return sheet
}

function visit(): Sheet {
  const sheet = createSheet(width, height)
  sheet.rect(0, 0, width, height, sun)
  sheet.path(ellipse(330, 500, 190, 190), { fill: '#FFB52E' })
  sheet.path(ellipse(330, 500, 128, 128), { fill: '#FF9F2E' })
  sheet.path(ellipse(330, 500, 66, 66), { fill: red })
  sheet.display('Come in', head, { x: margin, y: 86, height: 34 }, night)
  const table = (y: number, title: string, rows: [string, string][]) => {
    sheet.display(title, medium, { x: margin, y, height: 13 }, night)
    rows.forEach(([name, value], index) => {
      const at = y + 26 + index * 22
      sheet.text(margin, at, name, { size: 11, fill: night })
      sheet.text(width - margin, at, value, { size: 11, fill: night, font: 'bold', anchor: 'end' })
      sheet.line(margin, at + 7, width - margin, at + 7, night, 0.6, { opacity: 0.3 })
    })
  }
  table(130, 'Hours', [
    ['Tuesday to Friday', '10–17'],
    ['Saturday and Sunday', '10–19'],
    ['Monday', 'closed, whatever the weather'],
  ])
  table(246, 'Tickets', [
    ['Adults', '9'],
    ['Under 18', 'free'],
    ['On rainy days', 'everyone half price'],
  ])
  sheet.display('Getting here', medium, { x: margin, y: 374, height: 13 }, night)
  const [y, stops] = [410, ['Harbour', 'Market', 'Observatory']]
  sheet.line(margin + 6, y, margin + 226, y, night, 4, { cap: 'round' })
  stops.forEach((name, index) => {
    const x = margin + 6 + index * 110
    sheet.circle(x, y, 7, { fill: index === 2 ? red : white, stroke: night, width: 2.4 })
    sheet.text(x, y + 24, name, {
      size: 10,
      fill: night,
      font: index === 2 ? 'bold' : 'regular',
      anchor: index === 0 ? 'start' : 'middle',
    })
  })
  sheet.text(margin, 462, 'Tram 6, every eight minutes', { size: 10.5, fill: night })
  sheet.text(margin, 522, 'Observatory Hill 1', { size: 10.5, fill: night, font: 'bold' })
  sheet.text(margin, 538, 'hello@example.com', { size: 10.5, fill: night })
  folio(sheet, 6, night)
  return sheet
}

/** Six A5 pages. */
export const weatherBrochure = () =>
  writePdf('Museum of Weather', [cover(), welcome(), floorPlan(), century(), programme(), visit()])
