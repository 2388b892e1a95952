import { useEffect } from 'react'
import { useCommand } from '#web/features/room/state/commands'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { nextSeenAs, seenAsNames } from '#web/features/room/state/seen-as'
import { commandOf } from '#web/features/room/state/shortcuts'
import { isZoom, zooms } from '#web/features/room/state/stage-view'
import { stepFile, stepPage } from '#web/features/room/state/steps'
import { isInDialog, isKey, isTyping, ownsArrows } from '#web/lib/keys'

/** Turns keys into commands; not while typing, in a dialog, or where something else uses the arrows. */
export function useRoomKeys(): void {
  const { commands, store, announce, view } = useRoom()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || isTyping(target) || isInDialog(target)) return
      if (isKey(event, 'Escape')) return leave()
      const command = commandOf(event)
      if (!command || (isKey(event, 'ArrowLeft', 'ArrowRight') && ownsArrows(target))) return
      event.preventDefault()
      if (isZoom(command)) view.glideTo(zooms[command](view.get()))
      else commands.run(command)
    }
    const leave = () => {
      if (store.get().placing) return store.dispatch({ do: 'place', id: null })
      if (store.get().isSheetOpen) store.dispatch({ do: 'sheet', isOpen: false })
      store.dispatch({ do: 'tool', tool: 'POINT' })
      store.dispatch({ do: 'unchoose' })
      store.dispatch({ do: 'finding', finding: null })
      store.dispatch({ do: 'pick', comments: null })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [commands, store, view])

  useStepCommands()
  useCommand('help', () => store.dispatch({ do: 'help', isOpen: true }))
  useCommand('pins', () => {
    store.dispatch({ do: 'pins' })
    announce(store.get().arePinsHidden ? 'Pins are hidden.' : 'Pins are shown.')
  })
  useCommand('seeAs', () => {
    const as = nextSeenAs(store.get().seenAs)
    store.dispatch({ do: 'seeAs', as })
    announce(as === 'ALL' ? `${seenAsNames.ALL}.` : `Simulating: ${seenAsNames[as]}.`)
  })
  useCommand('fullScreen', () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void document.documentElement.requestFullscreen?.().catch(() => {})
  })
}

function useStepCommands(): void {
  const { store } = useRoom()
  const { files } = useReviewData()
  const show = (place: { fileId: string; page: number } | null) => {
    if (place) store.dispatch({ do: 'showFile', ...place })
  }

  useCommand('nextFile', () => show(stepFile(files, store.get().fileId, 1)))
  useCommand('previousFile', () => show(stepFile(files, store.get().fileId, -1)))
  useCommand('nextPage', () => show(stepPage(files, store.get(), 1)))
  useCommand('previousPage', () => show(stepPage(files, store.get(), -1)))
}
