/** Bytes of all `keepalive` bodies together; browsers refuse more. */
const roomBytes = 65_536
let taken = 0

/** Reserves `keepalive` room for a change that must outlive its page; returns its release, null if full. */
export function outlive(method: string, body: string | null): (() => void) | null {
  // A UTF-16 unit takes at most three bytes.
  const size = 3 * (body?.length ?? 0)
  if (method === 'GET' || taken + size > roomBytes) return null
  taken += size
  return () => {
    taken -= size
  }
}
