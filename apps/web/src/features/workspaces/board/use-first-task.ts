import { useEffect, useEffectEvent } from 'react'
import { focusTask } from '#web/features/workspaces/task/kept-task'
import { isInDialog, isTyping, plainKeyIn } from '#web/lib/keys'

const letters = new Map([
  ['j', true],
  ['k', true],
])
const arrows = new Map(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map((key) => [key, true]))

/** J and K from anywhere on the page, and arrows where nothing has the focus, go to the first task. */
export function useFirstTask(order: () => readonly string[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, defaultPrevented } = event
    if (defaultPrevented || !(target instanceof Element) || isTyping(target) || isInDialog(target)) return
    if (target.closest('[data-task]') || target.closest('aside')) return
    const isFree = target.matches('body, h1')
    if (!plainKeyIn(event, letters) && !(isFree && plainKeyIn(event, arrows))) return
    const [first] = order()
    if (!first) return
    event.preventDefault()
    focusTask(first)
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
