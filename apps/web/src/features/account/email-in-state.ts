import { fieldOf, text } from '#web/lib/changes/read-kept'

/** The address that the previous page passed in the navigation; empty if none. */
export const emailInState = (state: unknown): string => text(fieldOf(state, 'email')) ?? ''
