const browsers: [RegExp, string][] = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** A user agent in words: "Firefox on Linux". */
export function deviceName(agent: string | null): string {
  const browser = find(browsers, agent ?? '')
  const system = find(systems, agent ?? '')
  if (!browser) return system ? `An app on ${system}` : 'An unknown device'
  return system ? `${browser} on ${system}` : browser
}
