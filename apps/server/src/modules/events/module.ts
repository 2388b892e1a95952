import type { Module } from '#server/module'
import { startEvents, stopEvents } from '#server/modules/events/service'

export const eventsModule: Module = {
  start: async (deps) => {
    await startEvents(deps)
    return () => stopEvents(deps)
  },
}
