import type { Theme } from '@wingmark/contract/theme'
import { useTheme } from '#web/features/account/theme'
import { useCommands } from '#web/lib/palette'

const names: readonly [Theme, string][] = [
  ['LIGHT', 'Theme: Light'],
  ['DARK', 'Theme: Dark'],
  ['SYSTEM', 'Theme: Follow system'],
]

/** The palette's commands for the theme. */
export function ThemeCommands() {
  const { theme, choose } = useTheme()
  const others = names.filter(([one]) => one !== theme)
  useCommands(
    'Theme',
    others.map(([one, name]) => ({ name, run: () => choose(one), isFound: true })),
  )
  return null
}
