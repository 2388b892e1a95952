import { type RefObject, useLayoutEffect, useRef } from 'react'

/** When a focused card disappears, focuses the next, the previous, or the selected filter. Spread on the card. */
export function useFocusNeighbour(card: RefObject<HTMLLIElement | null>) {
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const item = card.current
    return () => {
      if (!hasFocus.current || !item) return
      const panel = item.closest('aside')
      const neighbours = neighboursOf(item)
      // What else disappears is known only afterwards.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const next = neighbours.find((one) => one.isConnected)?.querySelector('button')
        const filter = panel?.querySelector<HTMLElement>('[aria-pressed="true"]')
        const target = next ?? filter
        target?.focus({ preventScroll: target === filter })
      })
    }
  }, [card])
  return {
    // Including the card's menu, which is elsewhere in the page.
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
}

function neighboursOf(item: HTMLElement): Element[] {
  const cards = [...(item.parentElement?.children ?? [])]
  const at = cards.indexOf(item)
  const isCard = (one: Element) => one.querySelector(':scope > button') !== null
  return [...cards.slice(at + 1), ...cards.slice(0, at).reverse()].filter(isCard)
}
