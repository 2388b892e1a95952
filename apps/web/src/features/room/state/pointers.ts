import { readStored, writeStored } from '#web/lib/browser-storage'
import { createValue } from '#web/lib/store'

const key = 'wingmark.pointers'

/** Whether one's pointer is shown to the others, and theirs here; remembered on this device. */
export const arePointersShown = createValue(readStored(key) !== 'off')

export function showPointers(isOn: boolean): void {
  arePointersShown.dispatch(isOn)
  writeStored(key, isOn ? null : 'off')
}
