import { themeScript } from '@wingmark/contract/theme-scripts'
import type { Plugin } from 'vite'

/** Puts the script of the theme into the page, letter by letter as the content security policy knows it. */
export function firstTheme(): Plugin {
  return {
    name: 'first-theme',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<!--theme-->', () => `<script>${themeScript}</script>`),
    },
  }
}
