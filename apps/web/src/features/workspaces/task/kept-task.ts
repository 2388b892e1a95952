import { createValue } from '#web/lib/store'

/** The task that is to have the focus: a long list draws it, wherever it stands. */
export const keptTask = createValue<string | null>(null)

const linkOf = (id: string) => document.querySelector<HTMLElement>(`[data-task="${id}"] a`)

/** Gives the focus to a task on screen, also to one that is still to be drawn. */
export function focusTask(id: string | undefined): void {
  if (!id) return
  const link = linkOf(id)
  if (link) return link.focus()
  keptTask.dispatch(id)
  requestAnimationFrame(() => linkOf(id)?.focus())
}
