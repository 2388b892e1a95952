import { randomBytes } from 'node:crypto'
import { MAX, NIL, v7, validate } from 'uuid'

/** Where a list in the order of ids is read from its beginning, or from its end. */
export const firstId: string = NIL
export const lastId: string = MAX

export const isUuid = (value: string): boolean => validate(value)

/**
 * Id of a thing whose address may open it: of the 74 bits beside the time all are drawn for it alone. `v7()` by itself
 * counts within a millisecond, so that one id tells most of the next.
 */
export function unguessableId(): string {
  const random = randomBytes(20)
  return v7({ random: random.subarray(0, 16), seq: random.readInt32BE(16) })
}
