import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profileCreated } from '@wingmark/contract/connection-profiles'
import { commanderInvitation, pilotPerksInShort } from '@wingmark/contract/perks'
import { useNavigate } from 'react-router'
import { profileQuery } from '#web/features/account/queries'
import { paths } from '#web/lib/paths'
import { closeAll } from '#web/lib/popups'
import { Dialog } from '#web/ui/dialog'
import { PerkList } from '#web/ui/perk-list'
import { PlanFooter } from '#web/ui/plan-footer'
import classes from './connections.module.css'

/** Shown once the profile is built. */
export function PilotUnlocked() {
  const navigate = useNavigate()
  const { data } = useQuery(profileQuery)
  const goTo = (path: string) => () => {
    closeAll()
    void navigate(path)
  }
  const isCommander = data?.user.plan === 'COMMANDER'
  return (
    <Dialog
      opened
      onClose={closeAll}
      size="var(--wm-dialog-width)"
      title="Pilot Profile Unlock Successful"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.popup}>
        <Text role="status">{profileCreated}.</Text>
        <PerkList perks={pilotPerksInShort} />
        <div className={classes.buttons}>
          <Button onClick={goTo(paths.connections)} data-autofocus>
            Explore Connections
          </Button>
          {!isCommander && (
            <Button variant="default" onClick={goTo(paths.pricing)}>
              Unlock Commander
            </Button>
          )}
        </div>
        {!isCommander && <Text size="sm">{commanderInvitation}</Text>}
        <PlanFooter onLeave={closeAll} />
      </div>
    </Dialog>
  )
}
