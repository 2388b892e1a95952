import { bold, caption, energy, medium, quiet, roundIcon, screen, statusBar, tabBar } from './energy-parts.ts'
import { arc, circle, display, line, path, polar, rect, stroke, text, times } from './svg.ts'

const { ink, forest, leaf, lime, mint, paper, amber, coral, blue, white } = energy
const page = (color: string) => rect(0, 0, screen.width, screen.height, color)

/** A house in parallel projection; one panel of its roof is the one that the app talks about. */
const house = () => {
  const panels = times(6, (index) => {
    const [column, row] = [index % 3, Math.floor(index / 3)]
    const [x, y] = [160 + column * 37 + row * 25, 312 - column * 18.5 + row * 56]
    return (
      path(`M${x} ${y}l31 -15.5l20 45l-31 15.5z`, index === 2 ? blue : '#1B2F66') +
      stroke(`M${x + 10} ${y + 22.5}l31 -15.5`, '#7F97C9', 1)
    )
  })
  return (
    path('M132 302L195 443V545L70 482V380Z', '#B9D8BE') +
    path('M195 443L320 380V482L195 545Z', '#E7F2E2') +
    path('M132 302L257 240L320 380L195 443Z', coral) +
    path('M132 302L70 380L62 372L124 292L252 229L257 240Z', '#E65F40') +
    path('M108 425L140 441V487L108 471Z', forest) +
    path('M222 456L256 439V514L222 531Z', leaf) +
    path('M274 430L302 416V452L274 466Z', lime) +
    panels.join('')
  )
}

export const welcomeScreen = () =>
  page(forest) +
  circle(300, 210, 150, '#14503E') +
  circle(300, 210, 100, leaf) +
  circle(300, 210, 54, lime) +
  path('M0 520C80 470 140 500 200 486S330 440 390 470V600H0Z', '#0A2F25') +
  house() +
  path('M0 560C90 520 150 552 230 538S340 508 390 522V844H0Z', '#08251D') +
  statusBar(white) +
  display('kilo', { weight: 0.2, width: 1.05, tracking: -0.01 }, { x: 32, y: 104, height: 30 }, white) +
  display('Know where', bold, { x: 31, y: 622, height: 32 }, white) +
  display('every watt goes', bold, { x: 31, y: 671, height: 32 }, lime) +
  text(32, 704, 'Solar, battery and grid, minute by minute.', { size: 16, fill: '#D7E7DC' }) +
  rect(32, 732, 326, 56, lime, { rx: 28 }) +
  display('Connect your meter', medium, { x: 195, y: 766, height: 15, anchor: 'middle' }, ink) +
  text(195, 816, 'I already have an account', { size: 15, fill: '#D7E7DC', anchor: 'middle', weight: 500 })

export const todayScreen = () => {
  const gauge = [
    stroke(arc(195, 292, 122, -112, 112), mint, 22, { 'stroke-linecap': 'round' }),
    stroke(arc(195, 292, 122, -112, 38), leaf, 22, { 'stroke-linecap': 'round' }),
    stroke(arc(195, 292, 122, -112, -20), '#9BD23C', 22, { 'stroke-linecap': 'round' }),
    circle(...polar(195, 292, 122, 38), 17, white),
    circle(...polar(195, 292, 122, 38), 10, forest),
  ]
  const source = (x: number, name: string, value: string, sign: 'sun' | 'battery' | 'pylon', back: string) =>
    rect(x, 404, 106, 112, white, { rx: 22 }) +
    roundIcon(sign, x + 31, 435, 17, back, ink) +
    display(value, bold, { x: x + 16, y: 482, height: 17 }, ink) +
    text(x + 16, 502, name, { size: 13, fill: quiet, weight: 500 })
  const consumer = (x: number, name: string, value: string, sign: 'flame' | 'car', back: string) =>
    rect(x, 686, 166, 58, white, { rx: 20 }) +
    roundIcon(sign, x + 30, 715, 17, back, ink) +
    text(x + 58, 710, name, { size: 13, fill: quiet, weight: 500 }) +
    display(value, medium, { x: x + 58, y: 731, height: 13 }, ink)
  return (
    page(paper) +
    statusBar(ink) +
    display('Today', bold, { x: 24, y: 100, height: 26 }, ink) +
    roundIcon('bell', 346, 88, 21, white, ink) +
    circle(360, 74, 5, coral) +
    gauge.join('') +
    display(
      '3.2',
      { weight: 0.15, width: 0.98, tracking: -0.01 },
      { x: 178, y: 310, height: 56, anchor: 'middle' },
      ink,
    ) +
    display('kW', medium, { x: 246, y: 310, height: 20 }, ink) +
    caption(195, 342, '74 % from your own roof', 'middle') +
    caption(82, 366, '0', 'middle') +
    caption(308, 366, '6', 'middle') +
    source(24, 'Solar', '2.4 kW', 'sun', lime) +
    source(142, 'Battery', '86 %', 'battery', '#C9DCFF') +
    source(260, 'Grid', '0.8 kW', 'pylon', '#FFE0AE') +
    rect(24, 532, 342, 92, forest, { rx: 24 }) +
    display('Dishwasher at 13:00?', medium, { x: 46, y: 570, height: 15 }, white) +
    text(46, 598, 'Costs 0.09 instead of 0.41', { size: 14, fill: '#CFE3D6' }) +
    rect(278, 556, 68, 44, lime, { rx: 22 }) +
    display('Plan', medium, { x: 312, y: 584, height: 14, anchor: 'middle' }, ink) +
    display('Right now', medium, { x: 24, y: 668, height: 16 }, ink) +
    consumer(24, 'Heat pump', '1.6 kW', 'flame', '#FFD9CE') +
    consumer(200, 'Car', '0.9 kW', 'car', '#C9DCFF') +
    tabBar(0)
  )
}

export const weekScreen = () => {
  const days: [string, number, number][] = [
    ['M', 96, 62],
    ['T', 84, 70],
    ['W', 112, 48],
    ['T', 74, 88],
    ['F', 90, 66],
    ['S', 60, 112],
    ['S', 52, 104],
  ]
  const bars = days
    .map(([day, grid, sun], index) => {
      const x = 42 + index * 46
      const isChosen = index === 3
      const dim = isChosen ? {} : { opacity: 0.42 }
      return (
        (isChosen ? rect(x - 8, 214, 46, 250, mint, { rx: 16 }) : '') +
        rect(x, 428 - grid - sun, 30, sun - 3, '#9BD23C', { rx: 7, ...dim }) +
        rect(x, 428 - grid, 30, grid, leaf, { rx: 7, ...dim }) +
        display(
          day,
          medium,
          { x: x + 15, y: 452, height: 12, anchor: 'middle' },
          isChosen ? ink : '#0F221B80',
        )
      )
    })
    .join('')
  const devices: [string, string, number, string, 'flame' | 'car' | 'drop'][] = [
    ['Heat pump', '34.1', 0.92, coral, 'flame'],
    ['Car', '21.8', 0.6, '#6E9DF5', 'car'],
    ['Hot water', '12.6', 0.35, amber, 'drop'],
  ]
  const list = devices
    .map(([name, value, share, color, sign], index) => {
      const y = 530 + index * 76
      return (
        roundIcon(sign, 46, y + 28, 22, white, ink) +
        display(name, medium, { x: 84, y: y + 24, height: 14 }, ink) +
        display(value, bold, { x: 366, y: y + 24, height: 14, anchor: 'end' }, ink) +
        rect(84, y + 38, 282, 9, mint, { rx: 4.5 }) +
        rect(84, y + 38, 282 * share, 9, color, { rx: 4.5 })
      )
    })
    .join('')
  return (
    page(paper) +
    statusBar(ink) +
    display('This week', bold, { x: 24, y: 100, height: 26 }, ink) +
    rect(252, 70, 114, 40, white, { rx: 20 }) +
    rect(256, 74, 53, 32, ink, { rx: 16 }) +
    display('kWh', medium, { x: 282, y: 95, height: 11, anchor: 'middle' }, white) +
    display('EUR', medium, { x: 337, y: 95, height: 11, anchor: 'middle' }, ink) +
    rect(24, 130, 342, 346, white, { rx: 26 }) +
    display('98.4', bold, { x: 44, y: 182, height: 28 }, ink) +
    caption(128, 181, 'kWh used, 12 % less than last week') +
    bars +
    line(44, 330, 346, 330, ink, 1.2, { 'stroke-dasharray': '2 5', opacity: 0.5 }) +
    rect(296, 318, 54, 22, white, { rx: 11 }) +
    text(322, 334, 'Ø 14.1', { size: 12, fill: ink, anchor: 'middle', weight: 600 }) +
    display('What used it', medium, { x: 24, y: 512, height: 16 }, ink) +
    list +
    tabBar(1)
  )
}

export const cheapHoursScreen = () => {
  const prices = [
    22, 20, 18, 17, 18, 22, 30, 38, 36, 28, 20, 12, 9, 8, 11, 18, 27, 36, 42, 40, 34, 30, 27, 24,
  ]
  const [cx, cy] = [195, 330]
  const wedges = prices
    .map((price, hour) => {
      const color = price < 13 ? '#9BD23C' : price < 25 ? '#BFDCC4' : price < 35 ? amber : coral
      const radius = 92 + price * 1.25
      return stroke(arc(cx, cy, (84 + radius) / 2, hour * 15 + 1.8, hour * 15 + 13.2), color, radius - 84)
    })
    .join('')
  const hours = [0, 6, 12, 18]
    .map((hour) => {
      const [x, y] = polar(cx, cy, 66, hour * 15)
      return display(String(hour), medium, { x, y: y + 6, height: 12, anchor: 'middle' }, '#0F221B99')
    })
    .join('')
  const [handX, handY] = polar(cx, cy, 76, 9.68 * 15)
  const task = (y: number, name: string, from: string, saved: string, sign: 'drop' | 'car', isOn: boolean) =>
    rect(24, y, 342, 72, white, { rx: 22 }) +
    roundIcon(sign, 60, y + 36, 20, isOn ? lime : mint, ink) +
    display(name, medium, { x: 96, y: y + 32, height: 14 }, ink) +
    text(96, y + 54, `${from} · saves ${saved}`, { size: 13, fill: quiet, weight: 500 }) +
    rect(296, y + 21, 52, 30, isOn ? leaf : '#CBD5CC', { rx: 15 }) +
    circle(isOn ? 333 : 311, y + 36, 12, white)
  return (
    page(paper) +
    statusBar(ink) +
    display('Cheapest hours', bold, { x: 24, y: 100, height: 26 }, ink) +
    caption(24, 130, 'Thursday, prices per kWh including network') +
    circle(cx, cy, 156, white) +
    wedges +
    hours +
    line(cx, cy, handX, handY, ink, 3, { 'stroke-linecap': 'round' }) +
    circle(cx, cy, 7, ink) +
    stroke(arc(cx, cy, 156, 11 * 15, 15 * 15), ink, 3) +
    rect(150, 474, 90, 30, ink, { rx: 15 }) +
    display('11–15', medium, { x: 195, y: 494, height: 11, anchor: 'middle' }, lime) +
    display('Let it wait', medium, { x: 24, y: 548, height: 16 }, ink) +
    text(366, 548, 'Add', { size: 15, fill: leaf, weight: 600, anchor: 'end' }) +
    task(566, 'Dishwasher', '13:00', '0.32', 'drop', true) +
    task(648, 'Charge the car', '11:30', '2.10', 'car', false) +
    tabBar(2)
  )
}
