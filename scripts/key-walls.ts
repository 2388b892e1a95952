const property = '(?:key|code|which)'
const handler = `(?:onKey(?:Down|Up|Press)(?:Capture)?\\s*[=:]\\s*\\{?|['"]key(?:down|up|press)['"],\\s*)(?:async\\s*)?`
const keyNames =
  '(?:Enter|Escape|Tab|Backspace|Delete|Home|End|Page(?:Up|Down)|Arrow(?:Up|Down|Left|Right)|F\\d+)'

const anywhere = [
  /\b(?:isComposing|keyCode|charCode|useHotkeys|getHotkeyHandler)\b/,
  new RegExp(`KeyboardEvent\\b[^\\n]*['"]${property}['"]`),
  new RegExp(`(?:[=!]==?|\\bcase)\\s*['"\`]${keyNames}['"\`]`),
  new RegExp(`\\{[^{}]*\\b${property}\\b[^{}]*\\}\\s*:\\s*(?:React\\.)?KeyboardEvent`),
  new RegExp(`${handler}\\(?\\s*\\{[^{}]*\\b${property}\\b`),
]

/** The browsers' names of keyboard events. */
const calls = [
  /\b(\w+)\??\s*:\s*(?:React\.)?KeyboardEvent\b/g,
  new RegExp(`${handler}\\(?\\s*(\\w+)\\b`, 'g'),
  /KeyboardEventHandler(?:<[^>]*>)?\s*=\s*\(?\s*(\w+)/g,
  /\b(\w+) instanceof KeyboardEvent/g,
]

const readings = (name: string) => [
  new RegExp(`\\b${name}\\??\\.(?:nativeEvent\\.)?${property}\\b`),
  new RegExp(`\\b${name}\\[['"\`]${property}`),
  new RegExp(`\\{[^{}]*\\b${property}\\b[^{}]*\\}\\s*=\\s*${name}\\b`),
]

/** Whether a source reads keys itself, and so misses other layouts and input methods. */
export function knowsKeys(source: string): boolean {
  const names = calls.flatMap((call) => [...source.matchAll(call)].map((match) => match[1] ?? ''))
  return [...anywhere, ...names.flatMap(readings)].some((reading) => reading.test(source))
}
