import '@fontsource-variable/inter/wght.css'
import '#web/app/mantine-styles'
import '#web/app/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#web/app/app'
import { startServiceWorker } from '#web/app/start-service-worker'
import { watchGrounds } from '#web/lib/grounds'
import { leaveKeysToInputMethods } from '#web/lib/keys'
import { followKeyboard } from '#web/ui/on-screen-keyboard'

// Before the first layout. A preload in the page would compete with the scripts.
void document.fonts.load('1em "Inter Variable"')
leaveKeysToInputMethods()
followKeyboard()
watchGrounds()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
startServiceWorker()
