import { readStored, writeStored } from '#web/lib/browser-storage'

const key = 'wingmark.task-workspace'

/** The workspace whose tasks were last used on this device. */
export const lastTaskWorkspace = (): string | null => readStored(key)

export const rememberTaskWorkspace = (id: string): boolean => writeStored(key, id)
