import { Button } from '@mantine/core'
import { pilotPerks } from '@wingmark/contract/perks'
import { usePerks } from '#web/features/plans/queries'
import { closeAll, openPopup } from '#web/lib/popups'
import { Dialog } from '#web/ui/dialog'
import { PerkList } from '#web/ui/perk-list'
import { PlanFooter } from '#web/ui/plan-footer'
import classes from './connections.module.css'

/** What a Connection Profile offers. */
export function PilotBenefit() {
  const perks = usePerks(pilotPerks)
  return (
    <Dialog
      opened
      onClose={closeAll}
      size="var(--wm-dialog-width)"
      title="Benefits of Pilot Profile"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.popup}>
        <PerkList perks={perks} />
        <Button onClick={() => openPopup('profile')} data-autofocus>
          Build Connection Profile
        </Button>
        <PlanFooter onLeave={closeAll} />
      </div>
    </Dialog>
  )
}
