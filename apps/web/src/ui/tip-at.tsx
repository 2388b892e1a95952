import { Tooltip } from '@mantine/core'

export type Tip = { target: HTMLElement; label: string }

export function TipAt({ target, label }: Tip) {
  return <Tooltip opened target={target} label={label} multiline maw={320} />
}
