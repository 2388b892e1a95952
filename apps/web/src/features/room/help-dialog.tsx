import { shortcutList } from '#web/features/room/state/shortcuts'
import { ShortcutSheet } from '#web/ui/shortcut-sheet'

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return <ShortcutSheet shortcuts={shortcutList} onClose={onClose} />
}
