import { noSelection, type Selection } from '#web/lib/selection'
import { createValue } from '#web/lib/store'

/** The selected tasks of the open board or list. */
export const chosenTasks = createValue<Selection>(noSelection)

export type PickedField = 'status' | 'assignee' | 'dueOn' | 'priority' | 'labels'
/** Assignees move and date their own tasks; the rest is for editors. */
export const rightFor = (field: PickedField): 'edit' | 'move' =>
  field === 'status' || field === 'dueOn' ? 'move' : 'edit'

/** A field being chosen for some tasks, and the element that asked. */
export type Picking = { field: PickedField; ids: readonly string[]; at: HTMLElement }

export const picking = createValue<Picking | null>(null)

/** Whether the sheet of keys is open. */
export const keySheet = createValue(false)
