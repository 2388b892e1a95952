import { circle, group, line, linearGradient, node, path, radialGradient, rect, stroke } from './svg.ts'

export const pebble = {
  night: '#1C1130',
  plum: '#3C2458',
  violet: '#6A45A8',
  lilac: '#D9CCF7',
  mist: '#F4F0FB',
  apricot: '#FFB27A',
  butter: '#FFE6AE',
  coral: '#FF6552',
  sage: '#6FA68C',
  sea: '#3F6FE0',
  white: '#FFFFFF',
}

export const lampDefinitions = () =>
  node(
    'defs',
    {},
    radialGradient('globe', 0.42, 0.36, 0.72, [0, '#FFFDF4'], [0.45, pebble.butter], [1, pebble.apricot]),
    radialGradient('glow', 0.5, 0.5, 0.5, [0, '#FFC98F', 0.85], [0.4, '#FF9A6A', 0.34], [1, '#FF9A6A', 0]),
    radialGradient('unlit', 0.42, 0.36, 0.75, [0, '#FFFFFF'], [0.6, '#F3EEFA'], [1, '#D5C9E6']),
    linearGradient('dusk', 0, 1, [0, '#160C28'], [0.62, '#2B1744'], [1, '#5A2F5E']),
    linearGradient('shade', 1, 0, [0, '#000000', 0], [0.55, '#000000', 0], [1, '#000000', 0.22]),
  )

type Lamp = { color: string; isLit?: boolean; glow?: number }

/** The lamp around its own middle; its globe has a radius of 100 times `scale`. */
export const lamp = (x: number, y: number, scale: number, { color, isLit = true, glow = 0 }: Lamp) =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    glow > 0 ? circle(0, -6, 100 * glow, 'url(#glow)') : '',
    stroke('M-97 18V-52A97 97 0 0 1 97 -52V18', color, 13, { 'stroke-linecap': 'round' }),
    circle(0, 0, 100, isLit ? 'url(#globe)' : 'url(#unlit)'),
    path('M-95 32A100 100 0 0 0 95 32Z', color),
    path('M-95 32A100 100 0 0 0 95 32Z', 'url(#shade)'),
    circle(-97, 18, 11, color),
    circle(97, 18, 11, color),
    circle(0, 64, 9, isLit ? pebble.butter : '#00000033'),
    node('ellipse', {
      cx: -34,
      cy: -46,
      rx: 26,
      ry: 15,
      fill: '#FFFFFF',
      opacity: 0.7,
      transform: 'rotate(-38 -34 -46)',
    }),
  )

/** The parts of the lamp above each other, from the handle down to the foot. */
export const lampParts = (x: number, y: number, color: string) => {
  const ellipse = (dy: number, rx: number, ry: number, fill: string) =>
    node('ellipse', { cx: x, cy: y + dy, rx, ry, fill })
  return (
    line(x, y - 40, x, y + 560, pebble.violet, 1.5, { 'stroke-dasharray': '3 7', opacity: 0.55 }) +
    stroke(`M${x - 122} ${y + 96}V${y + 44}A122 96 0 0 1 ${x + 122} ${y + 44}V${y + 96}`, color, 16, {
      'stroke-linecap': 'round',
    }) +
    path(
      `M${x - 124} ${y + 232}A124 124 0 0 1 ${x + 124} ${y + 232}A124 30 0 0 1 ${x - 124} ${y + 232}Z`,
      'url(#globe)',
    ) +
    ellipse(316, 96, 24, '#B9A9D8') +
    ellipse(310, 96, 24, '#EFE8FA') +
    [-56, -28, 0, 28, 56]
      .map((dx) => node('ellipse', { cx: x + dx, cy: y + 310, rx: 8, ry: 4, fill: pebble.coral }))
      .join('') +
    rect(x - 62, y + 366, 124, 60, pebble.night, { rx: 12 }) +
    rect(x - 62, y + 366, 28, 60, pebble.sage, { rx: 12 }) +
    path(
      `M${x - 118} ${y + 476}A118 26 0 0 0 ${x + 118} ${y + 476}C${x + 112} ${y + 530} ${x + 66} ${y + 556} ${x} ${y + 556}S${x - 112} ${y + 530} ${x - 118} ${y + 476}Z`,
      color,
    ) +
    ellipse(476, 118, 26, '#00000033') +
    ellipse(474, 118, 26, color) +
    ellipse(474, 100, 19, '#00000026')
  )
}
