import { useMediaQuery } from '@mantine/hooks'

/** Whether a dialog would fill nearly the whole width; the styles' `narrow`. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false
}
