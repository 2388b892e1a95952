import { deliveryMessages } from '@wingmark/contract/deliveries'

/** Downloads at most, as it was typed; null for none. Throws with the sentence for the field. */
export function readLimit(typed: string): number | null {
  const digits = typed.trim()
  if (digits === '') return null
  if (!/^\d{1,9}$/.test(digits)) throw new Error(deliveryMessages.wholeNumber)
  return Number(digits)
}
