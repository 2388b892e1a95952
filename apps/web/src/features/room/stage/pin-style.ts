import { personColors } from '@wingmark/contract/person-colors'

/** How pins look; read from the theme's variables, so that no colour is repeated here. */
export type PinStyle = {
  /** People's colours, see `pickColor`. */
  people: readonly string[]
  /** Of marks being drawn or waiting to be sent. */
  own: string
  ring: string
  rim: string
  quiet: string
  onQuiet: string
  resolved: string
  font: string
  /** CSS px. */
  size: number
}

/** The colour of a number, or the default. */
export const colorIn = (style: PinStyle, color: number | null): string =>
  (color === null ? undefined : style.people[color]) ?? style.own

export function readPinStyle(element: Element): PinStyle {
  const style = getComputedStyle(element)
  const variable = (name: string) => style.getPropertyValue(name).trim()
  return {
    people: personColors.map((_, color) => variable(`--wm-person-${color}`)),
    own: variable('--wm-own-mark'),
    ring: variable('--wm-pin-ring'),
    rim: variable('--wm-pin-rim'),
    quiet: variable('--wm-stage-hover'),
    onQuiet: variable('--wm-stage-text'),
    resolved: variable('--wm-resolved'),
    font: style.fontFamily,
    size: Number.parseFloat(variable('--wm-pin-size')) || 28,
  }
}
