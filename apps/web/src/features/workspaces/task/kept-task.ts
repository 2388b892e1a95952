import { createValue } from '#web/lib/store'

/** The task about to get the focus: a long list renders it anywhere. */
export const keptTask = createValue<string | null>(null)

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-task="${id}"] a`)

/** Focuses a task on screen, or one still to be rendered. */
export function focusTask(id: string | undefined): void {
  if (!id) return
  const link = linkOf(id)
  if (link) return link.focus()
  keptTask.dispatch(id)
  requestAnimationFrame(() => linkOf(id)?.focus())
}
