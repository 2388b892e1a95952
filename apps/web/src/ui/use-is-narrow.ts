import { useMediaQuery } from '@mantine/hooks'

/** Whether a dialog would leave no more than a rim beside it; the styles' `narrow`. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false
}
