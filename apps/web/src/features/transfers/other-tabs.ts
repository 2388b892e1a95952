import { useEffect, useEffectEvent } from 'react'
import type { TransferChange } from '#web/features/transfers/changed-pages'

/** One for the whole tab: what a channel says it does not hear itself. */
let channel: BroadcastChannel | null = null
const open = () => (channel ??= new BroadcastChannel('wingmark.transfers'))

/** Tells other tabs that this one changed transfers. */
export function notifyOtherTabs(change: TransferChange): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin, and takes none.
  open().postMessage(change)
}

/** Hears what was changed in other tabs of this browser. */
export function useOtherTabs(hear: (change: TransferChange) => void): void {
  const onChange = useEffectEvent(hear)
  useEffect(() => {
    const listen = ({ data }: MessageEvent<TransferChange>) => onChange(data)
    const tabs = open()
    tabs.addEventListener('message', listen)
    return () => tabs.removeEventListener('message', listen)
  }, [])
}
