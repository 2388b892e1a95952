import { Suspense, useEffect, useState } from 'react'
import { ThemeCommands } from '#web/app/theme-commands'
import { isCommandKey } from '#web/lib/keys'
import { closePalette, openPalette, usePaletteOpen } from '#web/lib/palette'
import { LateDialog } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'

const Palette = lazily(
  () => import('#web/features/search/palette/palette').then((part) => part.Palette),
  (late) => <LateDialog late={late} what="Search and commands" onClose={closePalette} />,
)

/** Ctrl/⌘+K on every page; the code loads on first use. */
export function PaletteEntry() {
  const isOpen = usePaletteOpen()
  const [isWanted, setWanted] = useState(false)
  if (isOpen && !isWanted) setWanted(true)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommandKey(event, 'k') || event.defaultPrevented) return
      event.preventDefault()
      openPalette()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <Suspense>
      {isWanted && <Palette />}
      {isWanted && <ThemeCommands />}
    </Suspense>
  )
}
