import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './fold.module.css'

type Props = { isOpen: boolean; panel: string; onToggle: () => void; children: ReactNode }

/** A line that unfolds what is below it; `panel` is its id. */
export function Fold({ isOpen, panel, onToggle, children }: Props) {
  return (
    <UnstyledButton
      className={classes.fold}
      data-touch
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      onClick={onToggle}
    >
      <span className={classes.words}>{children}</span>
      <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} aria-hidden />
    </UnstyledButton>
  )
}
