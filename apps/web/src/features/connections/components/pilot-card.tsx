import { Button, CloseButton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { readStored, writeStored } from '#web/lib/browser-storage'
import { openPopup } from '#web/lib/popups'
import { Panel } from '#web/ui/panel'
import classes from './connections.module.css'

const key = 'wingmark.pilot-card'

/** The only hint at the Connection Profile; dismissed for good on this device. */
export function PilotCard() {
  const { data } = useQuery(profileQuery)
  const [isAway, setAway] = useState(() => readStored(key) !== null)
  if (!data || data.connectionProfile || isAway) return null
  const putAway = () => {
    setAway(true)
    writeStored(key, 'away')
  }
  return (
    <Panel isPadded>
      <section aria-label="Connection Profile" className={classes.card}>
        <div>
          <Text fw={600}>Get found for your work</Text>
          <Text size="sm" c="dimmed">
            A Connection Profile shows what you make, and unlocks Pilot: more storage, more messages and
            connection requests.
          </Text>
        </div>
        <Button variant="default" onClick={() => openPopup('pilot-benefit')}>
          See benefits
        </Button>
        <CloseButton aria-label="Dismiss" onClick={putAway} />
      </section>
    </Panel>
  )
}
