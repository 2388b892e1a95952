/** The address that the previous page passed in the navigation; empty if none. */
export function emailInState(state: unknown): string {
  if (typeof state !== 'object' || state === null) return ''
  const email: unknown = Reflect.get(state, 'email')
  return typeof email === 'string' ? email : ''
}
