/** Browsers show their own text; some show this. */
export const leaveWarning =
  'Files are currently uploading. Are you sure you want to leave? Your uploads may be interrupted.'

const busy = new Set<object>()
let isLeaving = false

export function isAnybodyUploading(): boolean {
  return busy.size > 0
}

/** Signing out is deliberate, and its uploads are already gone from the device. */
export function leaveUnasked(): void {
  isLeaving = true
  window.removeEventListener('beforeunload', warn)
}

/** Asks before leaving the page while anyone uploads. */
export function warnOnLeaving(who: object, isUploading: boolean): void {
  if (isUploading) busy.add(who)
  else busy.delete(who)
  // Added only while needed: such a listener keeps a page out of the back-forward cache.
  if (busy.size > 0 && !isLeaving) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): string {
  event.preventDefault()
  event.returnValue = leaveWarning
  return leaveWarning
}
