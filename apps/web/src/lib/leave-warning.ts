/** The browser shows words of its own; where it shows ours, these. */
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

/** Asks before the page is left for as long as anybody uploads. */
export function warnOnLeaving(who: object, isUploading: boolean): void {
  if (isUploading) busy.add(who)
  else busy.delete(who)
  // Added only while needed: a page with such a listener is not kept for the back button.
  if (busy.size > 0 && !isLeaving) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): string {
  event.preventDefault()
  event.returnValue = leaveWarning
  return leaveWarning
}
