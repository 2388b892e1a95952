import { v4 as uuid } from 'uuid'
import { readStored, writeStored } from '#web/lib/browser-storage'

const key = 'wingmark.tab'
const lockPrefix = 'wingmark.tab.'

let own: string | null | undefined
let isHeld = false

/** This tab's name, kept over reloads; null on http://. Stored only on leaving: a duplicated tab would share it. */
export function thisTab(): string | null {
  if (own !== undefined) return own
  own = typeof document !== 'undefined' && 'locks' in navigator ? begin() : null
  return own
}

function begin(): string {
  const name = readStored(key, 'sessionStorage') ?? uuid().slice(0, 8)
  writeStored(key, null, 'sessionStorage')
  window.addEventListener('pagehide', () => writeStored(key, name, 'sessionStorage'))
  window.addEventListener('pageshow', () => writeStored(key, null, 'sessionStorage'))
  return name
}

/** Announces this tab as open. The lock ends with the tab. */
export function sayOpen(): void {
  const name = thisTab()
  if (name === null || isHeld) return
  isHeld = true
  navigator.locks
    .request(lockPrefix + name, () => new Promise(() => {}))
    .catch(() => {
      isHeld = false
    })
}

/** The announced tabs; null if unknown. */
export async function openTabs(): Promise<ReadonlySet<string> | null> {
  try {
    const { held = [], pending = [] } = await navigator.locks.query()
    const names = [...held, ...pending].map(({ name = '' }) => name)
    return new Set(
      names.filter((name) => name.startsWith(lockPrefix)).map((name) => name.slice(lockPrefix.length)),
    )
  } catch {
    return null
  }
}
