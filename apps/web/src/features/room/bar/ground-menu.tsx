import { ActionIcon, Menu } from '@mantine/core'
import { IconBackground } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import { grounds } from '@wingmark/contract/ground'
import {
  groundNamed,
  groundNames,
  mayHaveGround,
  setGround,
  useGround,
} from '#web/features/room/state/stage-ground'
import classes from './bar.module.css'

/** Chooses the ground behind a transparent picture. */
export function GroundItems({ file }: { file: File }) {
  const ground = useGround(file._id)
  return (
    <Menu.RadioGroup
      value={ground}
      onChange={(value) => {
        const chosen = groundNamed(value)
        if (chosen) setGround('chosen', file._id, chosen)
      }}
    >
      {grounds.map((one) => (
        <Menu.RadioItem key={one} value={one} closeMenuOnClick>
          {groundNames[one]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** The same where the stage has no other options. */
export function GroundMenu({ file }: { file: File }) {
  if (!mayHaveGround(file)) return null
  return (
    <Menu position="top-end" width={200}>
      <Menu.Target>
        <ActionIcon size={30} className={classes.tool} aria-label="Background" title="Background">
          <IconBackground size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <GroundItems file={file} />
      </Menu.Dropdown>
    </Menu>
  )
}
