import { noSelection, type Selection } from '#web/lib/selection'
import { createValue } from '#web/lib/store'

/** The tasks that are chosen on the board or list that is open. */
export const chosenTasks = createValue<Selection>(noSelection)

export type PickedField = 'status' | 'assignee' | 'dueOn'
/** What is being chosen for which tasks, and the part of the screen that it is asked at. */
export type Picking = { field: PickedField; ids: readonly string[]; at: HTMLElement }

export const picking = createValue<Picking | null>(null)

/** Whether the sheet of the keys is open. */
export const keySheet = createValue(false)
