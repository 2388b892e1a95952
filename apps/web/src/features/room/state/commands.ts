import { useEffect, useRef } from 'react'
import { useRoom } from '#web/features/room/state/room-context'
import type { Command } from '#web/features/room/state/shortcuts'

export type Commands = {
  run: (command: Command) => void
  on: (command: Command, handler: () => void) => () => void
}

/** The owner of a command handles it; keys and buttons only name it. */
export function createCommands(): Commands {
  const handlers = new Map<Command, Set<() => void>>()
  return {
    run: (command) => {
      for (const handler of handlers.get(command) ?? []) handler()
    },
    on(command, handler) {
      const known = handlers.get(command) ?? new Set()
      handlers.set(command, known.add(handler))
      return () => known.delete(handler)
    },
  }
}

export function useCommand(command: Command, handler: () => void): void {
  const { commands } = useRoom()
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => commands.on(command, () => latest.current()), [commands, command])
}
