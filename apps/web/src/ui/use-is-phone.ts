import { useMediaQuery } from '@mantine/hooks'
import { mobileBreakpointPx } from '@wingmark/contract/limits'

/** Whether the window is 768 px wide or less. */
export function useIsPhone(): boolean {
  return (
    useMediaQuery(`(max-width: ${mobileBreakpointPx}px)`, undefined, { getInitialValueInEffect: false }) ??
    false
  )
}
