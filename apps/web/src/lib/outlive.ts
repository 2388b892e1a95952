/** What browsers send on after its page has ended, in bytes of all bodies together; more they refuse. */
const roomBytes = 65_536
let taken = 0

/** Room for a change that is to arrive though its page ends: gives it back when called; null where there is none. */
export function outlive(method: string, body: string | null): (() => void) | null {
  // A letter has at most three bytes.
  const size = 3 * (body?.length ?? 0)
  if (method === 'GET' || taken + size > roomBytes) return null
  taken += size
  return () => {
    taken -= size
  }
}
