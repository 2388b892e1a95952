import { Menu, type MenuProps, Popover, type PopoverProps } from '@mantine/core'
import { type Ref, startTransition, useEffect, useImperativeHandle, useState } from 'react'
import type { MenuPlace } from '#web/ui/late-menu'

type Given<Props> = Omit<Props, 'id' | 'opened' | 'onChange'> & { place: MenuPlace }

/** The menu of `useLateMenu`. */
export function MenuAt({ place, children, ...props }: Given<MenuProps>) {
  return (
    <Menu {...props} {...useOpened(place)}>
      <Menu.Target>
        <Target at={place.at} />
      </Menu.Target>
      {children}
    </Menu>
  )
}

/** The same for popovers. */
export function PopoverAt({ place, children, ...props }: Given<PopoverProps>) {
  return (
    <Popover {...props} {...useOpened(place)}>
      <Popover.Target>
        <Target at={place.at} />
      </Popover.Target>
      {children}
    </Popover>
  )
}

/** Opens one step after mounting, to know the focus to return to. The button shows the press before that. */
function useOpened({ id, opened, onChange }: MenuPlace) {
  const [isThere, setThere] = useState(false)
  useEffect(() => startTransition(() => setThere(true)), [])
  return { id, opened: opened && isThere, onChange }
}

/** Gives the library the existing button. */
function Target({ at, ref }: { at: MenuPlace['at']; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => at.current, [at])
  return null
}
