import { IconCheck } from '@tabler/icons-react'
import classes from './perk-list.module.css'

const none: Readonly<Record<string, string>> = {}

type Props = { perks: readonly string[]; notes?: Readonly<Record<string, string>> }

/** Perks with ticks; notes say what this server cannot do yet. */
export function PerkList({ perks, notes = none }: Props) {
  return (
    <ul className={classes.perks}>
      {perks.map((perk) => (
        <li key={perk}>
          <IconCheck size={18} aria-hidden />
          <span>
            {perk}
            {notes[perk] && <span className={classes.note}>{notes[perk]}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
