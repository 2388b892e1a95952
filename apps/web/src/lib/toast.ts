import { notifications } from '@mantine/notifications'
import { toastDelayMs, toastExitMs, toastVisibleMs } from '@wingmark/contract/limits'
import { readStored, writeStored } from '#web/lib/browser-storage'

export type ToastKind = 'success' | 'error' | 'info'
// Part of the three seconds, so that a toast is gone in time.
const transitionMs = 120
const onScreen = new Set<string>()

/** Shows a sentence 500 ms from now, for 3 s; it is gone 3.5 s from now. The same sentence is never there twice. */
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

/** An error to be told once the page has been loaded anew. */
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
