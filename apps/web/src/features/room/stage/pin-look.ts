/** How pins are drawn; read from the theme's variables, so that no colour is written here. */
export type PinLook = {
  accent: string
  onAccent: string
  quiet: string
  onQuiet: string
  resolved: string
  font: string
  /** CSS px. */
  size: number
}

export function readPinLook(element: Element): PinLook {
  const style = getComputedStyle(element)
  const variable = (name: string) => style.getPropertyValue(name).trim()
  return {
    accent: variable('--wm-accent'),
    onAccent: variable('--wm-on-accent'),
    quiet: variable('--wm-stage-hover'),
    onQuiet: variable('--wm-stage-text'),
    resolved: variable('--wm-resolved'),
    font: style.fontFamily,
    size: Number.parseFloat(variable('--wm-pin-size')) || 28,
  }
}
