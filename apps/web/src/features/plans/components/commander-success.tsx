import { Button, Text } from '@mantine/core'
import { commanderPerks } from '@wingmark/contract/perks'
import { useNavigate } from 'react-router'
import { usePerks } from '#web/features/plans/queries'
import { paths } from '#web/lib/paths'
import { closeAll } from '#web/lib/popups'
import { Dialog } from '#web/ui/dialog'
import { PerkList } from '#web/ui/perk-list'
import { PlanFooter } from '#web/ui/plan-footer'
import classes from './plans.module.css'

/** The upgrade took effect. */
export function CommanderSuccess() {
  const navigate = useNavigate()
  const perks = usePerks(commanderPerks)
  const explore = () => {
    closeAll()
    void navigate(paths.connections)
  }
  return (
    <Dialog
      opened
      onClose={closeAll}
      size="var(--wm-dialog-width)"
      title="Upgrade to Commander Profile Successful!"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.popup}>
        <Text c="dimmed">Building Professional Connections.</Text>
        <PerkList perks={perks} />
        <Button onClick={explore} data-autofocus>
          Explore Now
        </Button>
        <PlanFooter onLeave={closeAll} />
      </div>
    </Dialog>
  )
}
