import { Popover } from '@mantine/core'
import type { MenuPlace } from '#web/ui/late-menu'
import { PopoverAt } from '#web/ui/menu-at'
import classes from './review-sender.module.css'

type Props = { place: MenuPlace; description: string }

export function WholeDescription({ place, description }: Props) {
  return (
    <PopoverAt place={place} position="bottom-start" width={340} shadow="md" trapFocus returnFocus>
      {/* Its label: Mantine would use the button's name, which is the whole description. */}
      <Popover.Dropdown aria-labelledby={undefined} aria-label="Review description">
        <p className={classes.whole}>{description}</p>
      </Popover.Dropdown>
    </PopoverAt>
  )
}
