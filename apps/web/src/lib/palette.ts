import { useEffect, useRef } from 'react'
import { createValue, useStore } from '#web/lib/store'

const opened = createValue(false)
export const openPalette = (): void => opened.dispatch(true)
export const closePalette = (): void => opened.dispatch(false)
export const usePaletteOpen = (): boolean => useStore(opened, (isOpen) => isOpen)

/** `isFound`: offered once a word of it is typed. */
export type Command = { name: string; run: () => void; isFound?: true }
/** What can be done with one thing that is open, asked for when the palette opens. */
type Source = { what: string; list: () => readonly Command[] }

const sources = createValue<readonly Source[]>([])
export const useSources = (): readonly Source[] => useStore(sources, (all) => all)

/** Offers in the palette what can be done with `what`, as long as the caller is on screen. */
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
