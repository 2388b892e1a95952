import { ActionIcon, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

type Props = { name: string; icon: ReactNode; isActive?: boolean; isLoading?: boolean; children: ReactNode }

// On a phone there may be no room for it below or above its button.
const overItsButton = { shift: { crossAxis: true } }

/** A menu behind a small button above the list. */
export function ToolMenu({ name, icon, isActive, isLoading, children }: Props) {
  return (
    <Menu position="bottom-end" width={230} middlewares={overItsButton}>
      <Menu.Target>
        <ActionIcon
          size={28}
          className={classes.tool}
          data-active={isActive}
          loading={isLoading}
          aria-label={name}
          title={name}
        >
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
