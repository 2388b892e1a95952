import { Checkbox } from '@mantine/core'

type Props = { isOn: boolean; onChange: (isOn: boolean) => void }

/** The choice that a new version begins without the pins of earlier ones. */
export function StartFresh({ isOn, onChange }: Props) {
  return (
    <Checkbox
      mt="md"
      label="Start fresh"
      description="Open comments stay on their own version; no pins are carried."
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
