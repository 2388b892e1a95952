import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../apps/web/src')
const sheets = globSync('**/*.css', { cwd: web }).map((path) => ({
  path,
  css: readFileSync(join(web, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
}))
const cheap = new Set(['opacity', 'transform', 'visibility', 'none'])

/** What each `transition` of a sheet names, such as `opacity` of `opacity 120ms, transform 120ms`. */
const moved = (css: string) =>
  [...css.matchAll(/\btransition(?:-property)?:([^;}]+)/g)].flatMap(([, value = '']) =>
    value
      .replace('!important', '')
      .split(',')
      .map((one) => one.trim().split(/\s+/)[0]),
  )

const keyframes = (css: string) =>
  [...css.matchAll(/@keyframes [\w-]+ \{((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(([, steps = '']) =>
    [...steps.matchAll(/([a-z-]+):/g)].map(([, property]) => property),
  )

test('only opacity and transform are animated, which need no new layout', () => {
  const dear = sheets.flatMap(({ path, css }) =>
    [...moved(css), ...keyframes(css)]
      .filter((property) => property && !cheap.has(property))
      .map((property) => `${path}: ${property}`),
  )
  expect(dear).toEqual([])
  // These two always exist: a check without findings proves nothing.
  expect(sheets.flatMap(({ css }) => moved(css))).toContain('transform')
  expect(sheets.flatMap(({ css }) => keyframes(css))).toContain('opacity')
})

test('no transition takes more than 150 ms, and a chosen card lights up for 160', () => {
  const slow = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/(?:\btransition:|--wm-motion:)([^;}]+)/g)].flatMap(([, value = '']) =>
      [...value.matchAll(/(\d+)ms/g)].filter(([, ms]) => Number(ms) > 150).map(() => `${path}: ${value}`),
    ),
  )
  expect(slow).toEqual([])
  const animated = sheets.flatMap(({ css }) =>
    [...css.matchAll(/\banimation:([^;}]+)/g)].flatMap(([, value = '']) => value.trim()),
  )
  expect(animated).toContain('chosen 160ms ease-out')
})
