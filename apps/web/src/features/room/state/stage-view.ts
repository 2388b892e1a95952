import { createContext, useContext } from 'react'
import type { Command } from '#web/features/room/state/shortcuts'
import type { ViewStore } from '#web/features/room/state/view-store'
import { fit, fitWidth, type Viewport, zoomIn, zoomOut, zoomTo } from '#web/features/room/state/viewport'

/** What a stage needs of its surroundings. `place` names them: views of pages are stored under it. */
export type StageView = { place: string; view: ViewStore }

export const StageViewContext = createContext<StageView | null>(null)

export function useStageView(): StageView {
  const stage = useContext(StageViewContext)
  if (!stage) throw new Error('Only around a stage')
  return stage
}

/** View changes by keys and buttons. */
export const zooms = {
  zoomIn,
  zoomOut,
  fit,
  fitWidth,
  actualSize: (view: Viewport) => zoomTo(view, 1),
} satisfies Partial<Record<Command, (view: Viewport) => Viewport>>

export const isZoom = (command: Command): command is keyof typeof zooms => Object.hasOwn(zooms, command)
