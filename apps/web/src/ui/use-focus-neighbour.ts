import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Where a card goes that had the focus, resolved or deleted, the next one takes it, or the one before;
 * after the last one it is the filter that is chosen. To be spread on the card.
 */
export function useFocusNeighbour(card: RefObject<HTMLLIElement | null>) {
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const item = card.current
    return () => {
      if (!hasFocus.current || !item) return
      const panel = item.closest('aside')
      const neighbours = neighboursOf(item)
      // What else goes with it is known only afterwards.
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
    // Of the menu of the card too, which stands elsewhere on the page.
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
