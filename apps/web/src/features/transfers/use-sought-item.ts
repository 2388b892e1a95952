import { useEffect, useEffectEvent } from 'react'

type Given = {
  /** The address's item. */
  item: string | null
  /** The listed ids. */
  order: readonly string[]
  onFound: (id: string) => void
}

/** Selects the address's item and scrolls to it, once listed. */
export function useSoughtItem({ item, order, onFound }: Given): void {
  const sought = item !== null && order.includes(item) ? item : null
  const show = useEffectEvent(onFound)
  useEffect(() => {
    if (sought !== null) show(sought)
  }, [sought])
}
