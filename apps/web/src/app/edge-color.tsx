import { useComputedColorScheme } from '@mantine/core'
import { edgeColors } from '@wingmark/contract/theme-scripts'
import { useEffect } from 'react'

/** The bar of the browser has the colour of the theme, also when another one is chosen. */
export function EdgeColor() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', edgeColors[scheme])
  }, [scheme])
  return null
}
