import { ModalsProvider, useModals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { useBackCloses } from '#web/ui/use-back-closes'

/** Wraps a page whose dialogs `modals` opens. */
export function Dialogs({ children }: { children: ReactNode }) {
  return (
    <ModalsProvider>
      <BackCloses />
      {children}
    </ModalsProvider>
  )
}

function BackCloses() {
  const { modals, closeAll } = useModals()
  useBackCloses(modals.length > 0, () => closeAll())
  return null
}
