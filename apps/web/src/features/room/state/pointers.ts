import { createValue } from '#web/lib/store'

const key = 'wingmark.pointers'

const read = () => {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

/** Whether one's pointer is shown to the others, and theirs here; remembered on this device. */
export const arePointersShown = createValue(read())

export function showPointers(isOn: boolean): void {
  arePointersShown.dispatch(isOn)
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // It holds as long as the page then.
  }
}
