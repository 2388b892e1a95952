import { circle, clip, display, group, line, node, path, rect, stroke, text } from './svg.ts'

export const energy = {
  ink: '#0F221B',
  forest: '#0D3B2E',
  leaf: '#1E6B50',
  lime: '#CDF564',
  mint: '#DCEBDD',
  paper: '#F3F6EF',
  amber: '#FFB648',
  coral: '#FF7757',
  blue: '#8DB6FF',
  white: '#FFFFFF',
}

export const screen = { width: 390, height: 844 }
export const bold = { weight: 0.16, width: 0.98, tracking: -0.01 }
export const medium = { weight: 0.135 }
export const quiet = '#0F221B99'

export const statusBar = (fill: string) =>
  display('9:41', bold, { x: 34, y: 35, height: 12 }, fill) +
  path('M300 35v-4h4v4zM306 35v-7h4v7zM312 35v-10h4v10zM318 35v-13h4v13z', fill) +
  rect(332, 23, 24, 12, 'none', { rx: 3.5, stroke: fill, 'stroke-width': 1.4 }) +
  rect(334.5, 25.5, 15, 7, fill, { rx: 1.5 }) +
  rect(357.5, 27, 2, 4, fill, { rx: 1 })

const icons = {
  home: 'M3 11L12 3.5L21 11V20.5H14.5V14.5H9.5V20.5H3Z',
  chart: 'M4 20.5V11M12 20.5V3.5M20 20.5V14',
  clock: 'M12 3A9 9 0 1 1 12 21A9 9 0 1 1 12 3M12 7.5V12L15.5 14',
  person: 'M12 3.5A4 4 0 1 1 12 11.5A4 4 0 1 1 12 3.5M4 21C4 16.5 8 14.5 12 14.5S20 16.5 20 21',
  sun: 'M12 7.5A4.5 4.5 0 1 1 12 16.5A4.5 4.5 0 1 1 12 7.5M12 1.5V4M12 20V22.5M1.5 12H4M20 12H22.5M4.6 4.6L6.4 6.4M17.6 17.6L19.4 19.4M4.6 19.4L6.4 17.6M17.6 6.4L19.4 4.6',
  battery: 'M3 7.5H19V17.5H3ZM21.5 10.5V14.5M6 10.5V14.5M9.5 10.5V14.5',
  pylon: 'M8 21.5L11 3.5H13L16 21.5M4.5 8.5H19.5M6 13H18M8.8 17L15.8 13M15.2 17L8.2 13',
  car: 'M3 16.5V12.5L5.5 6.5H18.5L21 12.5V16.5ZM3 12.5H21M6 16.5V19M18 16.5V19',
  drop: 'M12 3C12 3 5.5 10 5.5 14.5A6.5 6.5 0 0 0 18.5 14.5C18.5 10 12 3 12 3Z',
  flame: 'M12 2.5C13 7 18 9 18 14.5A6 6 0 0 1 6 14.5C6 11.5 8 10 9 8C10 10 11 10 12 2.5Z',
  bell: 'M5 17.5H19L17.5 15V10A5.5 5.5 0 0 0 6.5 10V15ZM10 20.5H14',
}

type Icon = keyof typeof icons

/** A line icon in a square of `size`. */
const icon = (name: Icon, x: number, y: number, size: number, color: string, weight = 1.8) =>
  group(
    `translate(${x} ${y}) scale(${size / 24})`,
    stroke(icons[name], color, (weight * 24) / size, {
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }),
  )

export const tabBar = (active: number) => {
  const names = ['home', 'chart', 'clock', 'person'] as const
  return (
    rect(0, 760, 390, 84, energy.white) +
    line(0, 760, 390, 760, '#0F221B14', 1) +
    names
      .map((name, index) => {
        const x = 50 + index * 97
        const isActive = index === active
        return (
          (isActive ? rect(x - 28, 772, 56, 36, energy.lime, { rx: 18 }) : '') +
          icon(name, x - 12, 778, 24, isActive ? energy.ink : '#0F221B80')
        )
      })
      .join('') +
    rect(128, 829, 134, 5, energy.ink, { rx: 2.5 })
  )
}

/** A telephone around a screen; `name` keeps its clip apart from the others'. */
export const phone = (name: string, x: number, y: number, scale: number, content: string) =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    rect(-12, -4, 414, 864, '#0B1712', { rx: 62, opacity: 0.14 }),
    rect(-12, -12, 414, 868, '#0B1712', { rx: 60 }),
    clip(`glass-${name}`, rect(0, 0, 390, 844, '#000', { rx: 48 })),
    node('g', { 'clip-path': `url(#glass-${name})` }, content),
    rect(140, 12, 110, 30, '#0B1712', { rx: 15 }),
  )

export const roundIcon = (name: Icon, cx: number, cy: number, r: number, back: string, color: string) =>
  circle(cx, cy, r, back) + icon(name, cx - r * 0.52, cy - r * 0.52, r * 1.04, color)

export const caption = (x: number, y: number, value: string, anchor: 'start' | 'middle' | 'end' = 'start') =>
  text(x, y, value, { size: 13, fill: quiet, weight: 500, anchor })
