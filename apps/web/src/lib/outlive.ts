/** What browsers send on after its page has ended, in bytes of all bodies together; more they refuse. */
const roomBytes = 65_536
let taken = 0

/** Reserves `keepalive` room for a change that must outlive its page; returns its release, null if full. */
export function outlive(method: string, body: string | null): (() => void) | null {
  // A letter has at most three bytes.
  const size = 3 * (body?.length ?? 0)
  if (method === 'GET' || taken + size > roomBytes) return null
  taken += size
  return () => {
    taken -= size
  }
}
