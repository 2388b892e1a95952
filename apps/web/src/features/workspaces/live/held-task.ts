import { createValue } from '#web/lib/store'

/** The card in somebody's hand: what others do to it shows once it is laid down. */
export const heldTask = createValue<string | null>(null)
