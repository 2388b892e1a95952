import type { MouseEvent } from 'react'
import { useSearchParams } from 'react-router'

/** Plain links for very many tasks, opened by the router: `address` plus the task's id. */
export function useTaskLinks() {
  const [params, setParams] = useSearchParams()
  const others = new URLSearchParams(params)
  others.delete('task')
  const address = `?${others}${others.size > 0 ? '&' : ''}task=`
  const onClick = (event: MouseEvent) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
    const link = target instanceof Element ? target.closest('a') : null
    const href = link?.getAttribute('href')
    if (!href?.startsWith(address) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    setParams(href, { preventScrollReset: true })
  }
  return { address, onClick }
}
