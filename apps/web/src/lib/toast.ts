import { notifications } from '@mantine/notifications'
import { toastDelayMs, toastExitMs, toastVisibleMs } from '@wingmark/contract/limits'
import { readStored, writeStored } from '#web/lib/browser-storage'

export type ToastKind = 'success' | 'error' | 'info'
// Part of the three seconds, so that a toast disappears in time.
const transitionMs = 120
const onScreen = new Set<string>()
const coming = new Set<ReturnType<typeof setTimeout>>()

/** Shows a sentence after 500 ms for 3 s; never the same one twice at a time. */
export function toast(message: string, kind: ToastKind = 'info'): void {
  const id = `${kind}:${message}`
  if (onScreen.has(id)) return
  onScreen.add(id)
  setTimeout(() => onScreen.delete(id), toastExitMs)
  const timer = setTimeout(() => {
    coming.delete(timer)
    notifications.show({
      message,
      'data-kind': kind,
      autoClose: toastVisibleMs - transitionMs,
      withCloseButton: true,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    })
  }, toastDelayMs)
  coming.add(timer)
}

/** Removes what was shown or is about to be, before a dialog that it would cover. */
export function clearToasts(): void {
  for (const timer of coming) clearTimeout(timer)
  coming.clear()
  onScreen.clear()
  notifications.clean()
}

const keptKey = 'wingmark.kept-toast'

/** An error to show after the page has reloaded. */
export function keepToast(message: string): void {
  writeStored(keptKey, message, 'sessionStorage')
}

export function showKeptToast(): void {
  const message = readStored(keptKey, 'sessionStorage')
  writeStored(keptKey, null, 'sessionStorage')
  if (message) toastError(message)
}

export const toastSuccess = (message: string) => toast(message, 'success')
export const toastError = (message: string) => toast(message, 'error')
