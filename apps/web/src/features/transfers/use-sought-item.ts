import { useEffect, useEffectEvent } from 'react'

type Given = {
  /** What the address names. */
  item: string | null
  /** The ids that are listed. */
  order: readonly string[]
  onFound: (id: string) => void
}

/** What the address names is chosen and brought into view, once it is listed. */
export function useSoughtItem({ item, order, onFound }: Given): void {
  const sought = item !== null && order.includes(item) ? item : null
  const show = useEffectEvent(onFound)
  useEffect(() => {
    if (sought !== null) show(sought)
  }, [sought])
}
