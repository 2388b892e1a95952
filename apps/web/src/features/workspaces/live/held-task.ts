import { createValue } from '#web/lib/store'

/** The lifted card: others' changes to it show once it is dropped. */
export const heldTask = createValue<string | null>(null)
