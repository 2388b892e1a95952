import { useWindowEvent } from '@mantine/hooks'
import { type ComponentType, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { isKey } from '#web/lib/keys'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import { useHasSettled } from '#web/ui/use-has-settled'

/** A menu's button, and whether the menu is open. */
export type MenuPlace = {
  id: string
  at: RefObject<HTMLElement | null>
  opened: boolean
  onChange: (isOpen: boolean) => void
}

/** A lazily loaded menu; `what` names it if loading fails. */
export function lateMenu<P extends { place: MenuPlace }>(
  what: string,
  load: () => Promise<ComponentType<P>>,
) {
  const Late = lazily(load, (late, { place: { opened, onChange } }) =>
    opened ? <LateDialog late={late} what={what} onClose={() => onChange(false)} /> : null,
  )
  const WithCode = (props: P) => (
    <Suspense fallback={<OnItsWay place={props.place} />}>
      <Late {...props} />
    </Suspense>
  )
  return Object.assign(WithCode, { preload: Late.preload })
}

/** Escape, or a press elsewhere, also cancels a menu that is still loading. */
function OnItsWay({ place: { at, onChange } }: { place: MenuPlace }) {
  useWindowEvent('keydown', (event) => {
    if (isKey(event, 'Escape')) onChange(false)
  })
  useWindowEvent('pointerdown', ({ target }) => {
    if (!(target instanceof Node && at.current?.contains(target))) onChange(false)
  })
  return null
}

/** For a button whose menu loads late: the element, its press and focus persist. `place` is null until requested. */
export function useLateMenu(kind: 'menu' | 'dialog', preload: () => void) {
  usePreload(preload)
  return useMenuButton(kind, preload)
}

/** Loads code once the page rests. */
export function usePreload(preload: () => void): void {
  const hasSettled = useHasSettled()
  useEffect(() => {
    if (hasSettled) preload()
  }, [hasSettled, preload])
}

/** The same for many buttons: their list preloads, so none waits for the page. */
export function useMenuButton(kind: 'menu' | 'dialog', preload: () => void) {
  const id = useId()
  const at = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  const [isWanted, setWanted] = useState(false)
  if (opened && !isWanted) setWanted(true)
  const place: MenuPlace | null = isWanted ? { id, at, opened, onChange: setOpened } : null
  const button = {
    ref: at,
    id,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpened(!opened),
  } as const
  return { button, place }
}
