import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { EdgeColor } from '#web/app/edge-color'
import { router } from '#web/app/router'
import { theme, themeVariables } from '#web/app/theme'
import { ToastHost } from '#web/app/toast-host'
import { profileQuery } from '#web/features/account/queries'
import { forgetDrafts } from '#web/features/comments/outbox/drafts'
import { forgetKeptUploads } from '#web/features/upload/kept-session'
import { forgetForGood } from '#web/lib/cached-answers'
import { queryClient } from '#web/lib/query-client'
import { beforeLeaving } from '#web/lib/session'
import { TitleTips } from '#web/ui/title-tips'
import { useScrollIndicator } from '#web/ui/use-scroll-indicator'

beforeLeaving(async () => forgetDrafts())
beforeLeaving(forgetForGood)
// On any page and offline too: an earlier visit may have left uploads.
beforeLeaving(async () => {
  const person = queryClient.getQueryData(profileQuery.queryKey)?.user._id
  if (person) await forgetKeptUploads(person)
})

export function App() {
  useScrollIndicator()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <section id="overlays" aria-label="Menus and dialogs" />
        <ToastHost />
        <TitleTips />
        <EdgeColor />
      </QueryClientProvider>
    </MantineProvider>
  )
}
