import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './bar.module.css'

type Props = {
  /** On the button, where there is room for it. */
  name: string
  /** Its name, with what is not as usual. */
  label?: string
  icon: ReactNode
  isActive?: boolean
  isLoading?: boolean
  children: ReactNode
}

/** A menu of the bar. */
export function BarMenu({ name, label = name, icon, isActive, isLoading, children }: Props) {
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.menu}
          leftSection={icon}
          rightSection={<IconChevronDown size={13} aria-hidden />}
          aria-label={label}
          title={label}
          data-active={isActive}
          loading={isLoading ?? false}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
