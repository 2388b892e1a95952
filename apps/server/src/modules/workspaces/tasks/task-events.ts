import type { NewEvent } from '#server/modules/events/service'

type What = 'created' | 'updated' | 'moved' | 'deleted' | 'restored'

export const task = (what: What, targetId: string): NewEvent => ({ event: `task.${what}`, targetId })
/** A task shows its subtasks, so it changes with them. */
export const parentOf = (id: string | null) => (id === null ? [] : [task('updated', id)])
