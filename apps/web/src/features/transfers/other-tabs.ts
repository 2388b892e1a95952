import { useEffect, useEffectEvent } from 'react'
import type { TransferChange } from '#web/features/transfers/changed-pages'

/** One per tab: a channel does not receive its own messages. */
let channel: BroadcastChannel | null = null
const open = () => (channel ??= new BroadcastChannel('wingmark.transfers'))

/** Tells other tabs that this one changed transfers. */
export function notifyOtherTabs(change: TransferChange): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and accepts none.
  open().postMessage(change)
}

/** Receives changes from other tabs of this browser. */
export function useOtherTabs(hear: (change: TransferChange) => void): void {
  const onChange = useEffectEvent(hear)
  useEffect(() => {
    const listen = ({ data }: MessageEvent<TransferChange>) => onChange(data)
    const tabs = open()
    tabs.addEventListener('message', listen)
    return () => tabs.removeEventListener('message', listen)
  }, [])
}
