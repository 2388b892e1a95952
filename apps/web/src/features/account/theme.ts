import { useMantineColorScheme } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Theme } from '@wingmark/contract/theme'
import { updateProfile } from '@wingmark/contract/users'
import { useEffect } from 'react'
import { accountKeys, profileQuery } from '#web/features/account/queries'
import { call } from '#web/lib/api'
import { useSession } from '#web/lib/session'

const schemes = { SYSTEM: 'auto', LIGHT: 'light', DARK: 'dark' } as const
const themes = { auto: 'SYSTEM', light: 'LIGHT', dark: 'DARK' } as const

/** This device's theme; choosing another also stores it with the account. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { token } = useSession()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async (theme: Theme) => (await call(updateProfile, { body: { theme } })).result,
    onSuccess: (profile) => client.setQueryData(accountKeys.profile, profile),
  })
  const choose = (theme: Theme) => {
    setColorScheme(schemes[theme])
    if (token) mutate(theme)
  }
  return { theme: themes[colorScheme], choose }
}

/** What was chosen on another device is here, too. */
export function useThemeOfAccount(): void {
  const { setColorScheme } = useMantineColorScheme()
  const chosen = useQuery(profileQuery).data?.settings.theme
  useEffect(() => {
    if (chosen) setColorScheme(schemes[chosen])
  }, [chosen, setColorScheme])
}
