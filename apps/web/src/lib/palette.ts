import { useEffect, useRef } from 'react'
import { createValue, useStore } from '#web/lib/store'

const opened = createValue(false)
export const openPalette = (): void => opened.dispatch(true)
export const closePalette = (): void => opened.dispatch(false)
export const usePaletteOpen = (): boolean => useStore(opened, (isOpen) => isOpen)

/** `isFound`: offered only once part of it is typed. `asks`: the words of the commands to choose from instead. */
export type Command = { name: string; isFound?: true } & (
  | { run: () => void; asks?: never }
  | { asks: string; run?: never }
)
/** Commands of one open thing, requested when the palette opens. */
type Source = { what: string; list: () => readonly Command[] }

const sources = createValue<readonly Source[]>([])
export const useSources = (): readonly Source[] => useStore(sources, (all) => all)

/** Offers commands for `what` in the palette while the caller is mounted. */
export function useCommands(what: string, commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    const source = { what, list: () => latest.current }
    sources.dispatch([...sources.get(), source])
    return () => sources.dispatch(sources.get().filter((one) => one !== source))
  }, [what])
}
