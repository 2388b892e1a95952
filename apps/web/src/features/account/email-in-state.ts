/** The address that a page before this one handed over with the navigation; empty when there was none. */
export function emailInState(state: unknown): string {
  if (typeof state !== 'object' || state === null) return ''
  const email: unknown = Reflect.get(state, 'email')
  return typeof email === 'string' ? email : ''
}
