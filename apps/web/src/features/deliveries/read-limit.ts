import { deliveryMessages } from '@wingmark/contract/deliveries'

/** Parses a download limit; null for none. Throws the field's sentence. */
export function readLimit(typed: string): number | null {
  const digits = typed.trim()
  if (digits === '') return null
  if (!/^\d{1,9}$/.test(digits)) throw new Error(deliveryMessages.wholeNumber)
  return Number(digits)
}
