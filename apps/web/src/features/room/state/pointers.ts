import { readStored, writeStored } from '#web/lib/browser-storage'
import { createValue } from '#web/lib/store'

const key = 'wingmark.pointers'

/** Whether the user's pointer is shown to others, and theirs here; stored on this device. */
export const arePointersShown = createValue(readStored(key) !== 'off')

export function showPointers(isOn: boolean): void {
  arePointersShown.dispatch(isOn)
  writeStored(key, isOn ? null : 'off')
}
