import { noSelection, type Selection } from '#web/lib/selection'
import { createValue } from '#web/lib/store'

/** The selected tasks of the open board or list. */
export const chosenTasks = createValue<Selection>(noSelection)

export type PickedField = 'status' | 'assignee' | 'dueOn'
/** A field being chosen for some tasks, and the element that asked. */
export type Picking = { field: PickedField; ids: readonly string[]; at: HTMLElement }

export const picking = createValue<Picking | null>(null)

/** Whether the sheet of keys is open. */
export const keySheet = createValue(false)
