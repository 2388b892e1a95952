import { type RefObject, useEffect, useEffectEvent } from 'react'

type Given = {
  /** What the address names. */
  item: string | null
  /** The ids that are listed. */
  order: readonly string[]
  list: RefObject<HTMLElement | null>
  onFound: (id: string) => void
}

/** What the address names is chosen and brought into view, once it is listed. */
export function useSoughtItem({ item, order, list, onFound }: Given): void {
  const sought = item !== null && order.includes(item) ? item : null
  const show = useEffectEvent((id: string) => {
    onFound(id)
    list.current?.querySelector(`[data-item="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (sought !== null) show(sought)
  }, [sought])
}
