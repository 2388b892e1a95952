/** For this device, or for as long as this tab is open. */
type Area = 'localStorage' | 'sessionStorage'

/** Null also where the browser forbids it. */
export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Null takes it away. Answers false where the browser is full, or forbids it. */
export function writeStored(key: string, value: string | null, area: Area = 'localStorage'): boolean {
  try {
    if (value === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}
