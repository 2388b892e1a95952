import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type LabelColor, labelColors } from '@wingmark/contract/labels'
import { LabelDot } from '#web/features/workspaces/labels/label-chips'

const colorNames: Record<LabelColor, string> = {
  GREY: 'Grey',
  RED: 'Red',
  ORANGE: 'Orange',
  YELLOW: 'Yellow',
  GREEN: 'Green',
  TEAL: 'Teal',
  BLUE: 'Blue',
  PURPLE: 'Purple',
}

type Props = { color: LabelColor; name: string; isFixed: boolean; onChoose: (color: LabelColor) => void }

/** The colour of a label, from a small set. */
export function ColorChoice({ color, name, isFixed, onChoose }: Props) {
  const now = colorNames[color]
  return (
    <Menu position="bottom-start" width={160} trapFocus withinPortal={false}>
      <Menu.Target>
        <ActionIcon
          size="input-sm"
          variant="default"
          data-touch
          disabled={isFixed}
          title={`Colour: ${now}`}
          aria-label={`Colour of ${name}: ${now}`}
        >
          <LabelDot color={color} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {labelColors.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<LabelDot color={one} />}
            rightSection={one === color && <IconCheck size={15} aria-label="now" />}
            onClick={() => onChoose(one)}
          >
            {colorNames[one]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
