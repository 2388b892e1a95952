import { randomBytes } from 'node:crypto'
import { MAX, NIL, v7, validate } from 'uuid'

/** Before and after all ids, for lists in the order of ids. */
export const firstId: string = NIL
export const lastId: string = MAX

export const isUuid = (value: string): boolean => validate(value)

/** For ids that may grant access: all 74 bits besides the time are random. `v7()` alone counts within a millisecond. */
export function unguessableId(): string {
  const random = randomBytes(20)
  return v7({ random: random.subarray(0, 16), seq: random.readInt32BE(16) })
}
