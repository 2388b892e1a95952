/** The browser shows words of its own; where it shows ours, these. */
export const leaveWarning =
  'Files are currently uploading. Are you sure you want to leave? Your uploads may be interrupted.'

const busy = new Set<object>()

/** Asks before the page is left for as long as anybody uploads. */
export function warnOnLeaving(who: object, isUploading: boolean): void {
  if (isUploading) busy.add(who)
  else busy.delete(who)
  // Added only while needed: a page with such a listener is not kept for the back button.
  if (busy.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent): string {
  event.preventDefault()
  event.returnValue = leaveWarning
  return leaveWarning
}
