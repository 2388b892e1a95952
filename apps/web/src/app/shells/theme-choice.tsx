import { Menu } from '@mantine/core'
import type { Theme } from '@wingmark/contract/theme'
import { useTheme } from '#web/features/account/theme'

const choices = [
  { value: 'SYSTEM', label: 'Follow system' },
  { value: 'LIGHT', label: 'Light' },
  { value: 'DARK', label: 'Dark' },
] as const satisfies readonly { value: Theme; label: string }[]

/** In a menu, which stays open: one sees what one has chosen. */
export function ThemeChoice() {
  const { theme, choose } = useTheme()
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup
        value={theme}
        onChange={(value) => {
          const found = choices.find((one) => one.value === value)
          if (found) choose(found.value)
        }}
      >
        {choices.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
