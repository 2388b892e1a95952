import { createValue } from '#web/lib/store'

/** The browser's picker opens with "Transfer Files", where the user's press still allows it. */
export const pickerWanted = createValue(false)
