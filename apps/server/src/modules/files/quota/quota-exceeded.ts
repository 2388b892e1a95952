import { DomainError } from '#server/platform/domain-error'

/** A guest uses someone else's account, and can free nothing there. */
export const quotaExceeded = (guestId: string | null): DomainError =>
  new DomainError(guestId === null ? 'STORAGE_QUOTA' : 'OWNER_STORAGE_QUOTA')
