import { bold, energy, medium, phone, screen } from './energy-parts.ts'
import { cheapHoursScreen, todayScreen, weekScreen, welcomeScreen } from './energy-screens.ts'
import { circle, type Design, design, display, path, rect, text } from './svg.ts'

const { ink, lime, mint, forest } = energy

const steps = [
  { title: 'Welcome', draw: welcomeScreen },
  { title: 'Today', draw: todayScreen },
  { title: 'Week', draw: weekScreen },
  { title: 'Cheapest hours', draw: cheapHoursScreen },
]

/** Each screen by itself, at twice its size. */
export const energyScreens = (): Design[] =>
  steps.map(({ title, draw }, index) =>
    design(`${index + 1} ${title}.svg`, screen.width, screen.height, [draw()], 2),
  )

export function energyFlow(): Design {
  const scale = 0.94
  const phones = steps.map(({ title, draw }, index) => {
    const x = 128 + index * 480
    return (
      circle(x + 14, 262, 22, index === 0 ? lime : '#FFFFFF') +
      display(String(index + 1), bold, { x: x + 14, y: 269, height: 15, anchor: 'middle' }, ink) +
      display(title, medium, { x: x + 52, y: 270, height: 20 }, ink) +
      phone(`flow-${index}`, x, 330, scale, draw())
    )
  })
  const arrow = (x: number, y: number) =>
    path(`M${x} ${y - 3.5}h44v7h-44zM${x + 36} ${y - 14}l24 14l-24 14z`, ink)
  return design('0 Flow.svg', 2000, 1300, [
    rect(0, 0, 2000, 1300, mint),
    circle(1780, 120, 420, '#CFE3D2'),
    circle(1780, 120, 260, '#BFDCC4'),
    circle(1780, 120, 120, lime),
    display('kilo', { weight: 0.2, width: 1.05, tracking: -0.01 }, { x: 118, y: 150, height: 58 }, forest),
    text(260, 128, 'Home energy app', { size: 24, fill: ink, weight: 600 }),
    text(260, 156, 'From the first start to the first saved kilowatt-hour', {
      size: 20,
      fill: ink,
      opacity: 0.7,
    }),
    ...phones,
    arrow(523, 742),
    arrow(1003, 742),
    arrow(1483, 742),
    text(118, 1250, 'Studio Northwind (demo) · round 2', { size: 20, fill: ink, opacity: 0.7 }),
    text(1884, 1250, 'All prices are samples', { size: 20, fill: ink, opacity: 0.7, anchor: 'end' }),
  ])
}
