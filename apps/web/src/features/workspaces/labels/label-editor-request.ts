import { createValue } from '#web/lib/store'

/** The workspace whose labels are being edited. */
export const labelEditor = createValue<string | null>(null)
