import { notifications } from '@mantine/notifications'
import { toastDelayMs, toastExitMs, toastVisibleMs } from '@wingmark/contract/limits'
import { readStored, writeStored } from '#web/lib/browser-storage'

export type ToastKind = 'success' | 'error' | 'info'
// Part of the three seconds, so that a toast disappears in time.
const transitionMs = 120
const onScreen = new Set<string>()

/** Shows a sentence after 500 ms for 3 s; never the same one twice at a time. */
export function toast(message: string, kind: ToastKind = 'info'): void {
  const id = `${kind}:${message}`
  if (onScreen.has(id)) return
  onScreen.add(id)
  setTimeout(() => onScreen.delete(id), toastExitMs)
  setTimeout(() => {
    notifications.show({
      message,
      'data-kind': kind,
      autoClose: toastVisibleMs - transitionMs,
      withCloseButton: true,
      closeButtonProps: { 'aria-label': 'Dismiss' },
    })
  }, toastDelayMs)
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
