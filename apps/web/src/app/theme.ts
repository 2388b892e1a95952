import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { fontFamily } from '@wingmark/contract/typeface'

/** The only accent: the colour of a pin. Shade 6 carries white text with a contrast of 4.6. */
const pin: MantineColorsTuple = [
  '#fff1ed',
  '#ffdfd8',
  '#ffc0b3',
  '#ff9c88',
  '#ff7a60',
  '#f0563a',
  '#d93a1f',
  '#bc2f17',
  '#972612',
  '#6f1d0f',
]

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#ebebed',
  '#dedee1',
  '#c8c9cd',
  '#a3a4aa',
  '#74767d',
  '#5b5d64',
  '#36383d',
  '#1c1d20',
]

const dark: MantineColorsTuple = [
  '#ececee',
  '#c3c4c9',
  '#a0a2a9',
  '#6c6e75',
  '#34363b',
  '#2a2c30',
  '#202125',
  '#17181b',
  '#111214',
  '#0b0c0d',
]

const motion = { duration: 120, transition: 'fade' } as const

export const theme = createTheme({
  primaryColor: 'pin',
  primaryShade: 6,
  colors: { pin, gray, dark },
  black: '#1c1d20',
  fontFamily,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--wm-title-size)', fontWeight: '680', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', fontWeight: '640', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  // Plain objects: `Menu.extend` would load the component's code on every page.
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // The accent is for actions: what is on or selected has another colour.
    Checkbox: { defaultProps: { color: 'var(--wm-chosen)' } },
    Radio: { defaultProps: { color: 'var(--wm-chosen)' } },
    Switch: { defaultProps: { color: 'var(--wm-chosen)' } },
    // Its indicator also animates width and height, which nothing here does.
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Loader: { defaultProps: { type: 'oval', color: 'gray' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: motion, withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        transitionProps: motion,
        overlayProps: { opacity: 0.5 },
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine renders a <header>, which would be the page's second banner.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // Mantine removes the eye from the Tab order.
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
    // Renders menus and dialogs inside the page's landmarks, see app.tsx.
    Portal: { defaultProps: { target: '#overlays' } },
    Tooltip: { defaultProps: { transitionProps: motion } },
  },
})

/** Where Mantine's own shade would miss a contrast of 4.5. */
export const themeVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-anchor': pin[7],
    '--mantine-color-error': pin[7],
    '--mantine-color-default-border': gray[3],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[2],
    '--mantine-color-anchor': pin[4],
    '--mantine-color-error': pin[4],
    '--mantine-color-default-border': dark[4],
  },
})
