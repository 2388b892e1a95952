import { useComputedColorScheme } from '@mantine/core'

/** Of a picture, what is shown in the dark theme, which may be another than the device's. */
export function DarkSource({ srcSet }: { srcSet: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return <source srcSet={srcSet} media={scheme === 'dark' ? 'all' : 'not all'} />
}
