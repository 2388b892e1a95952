import { IconCheck } from '@tabler/icons-react'
import classes from './perk-list.module.css'

/** Perks with ticks. */
export function PerkList({ perks }: { perks: readonly string[] }) {
  return (
    <ul className={classes.perks}>
      {perks.map((perk) => (
        <li key={perk}>
          <IconCheck size={18} aria-hidden />
          {perk}
        </li>
      ))}
    </ul>
  )
}
