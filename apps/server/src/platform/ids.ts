import { randomBytes } from 'node:crypto'
import { v7, validate } from 'uuid'

export const isUuid = (value: string): boolean => validate(value)

/**
 * Id of a thing whose address may open it: of the 74 bits beside the time all are drawn for it alone. `v7()` by itself
 * counts within a millisecond, so that one id tells most of the next.
 */
export function unguessableId(): string {
  const random = randomBytes(20)
  return v7({ random: random.subarray(0, 16), seq: random.readInt32BE(16) })
}
