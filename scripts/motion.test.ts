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

test('scripts animate nothing else, for no longer', () => {
  const scripts = globSync('**/*.{ts,tsx}', { cwd: web })
    .map((path) => ({ path, code: readFileSync(join(web, path), 'utf8') }))
    .filter(({ code }) => code.includes('.animate('))
  const moves = scripts.flatMap(({ code }) =>
    [...code.matchAll(/\.animate\(\[([^\]]*)\]/g)].flatMap(([, frames = '']) =>
      [...frames.matchAll(/(\w+):/g)].map(([, property = '']) => property),
    ),
  )
  const durations = scripts.flatMap(({ code }) =>
    [...code.matchAll(/\bduration: (\d+)/g)].map(([, ms]) => Number(ms)),
  )
  expect(new Set(moves)).toEqual(new Set(['opacity', 'transform']))
  expect(Math.max(...durations)).toBeLessThanOrEqual(150)
})

/** The tick after publishing, sending and accepting (docs/decisions/0035): once, and never waited for. */
const moment = { path: 'ui/done-mark.module.css', mostMs: 400 }
/** A picture breathes as long as its preview is rendered. */
const waiting = 'features/room/strip/files-strip.module.css'

/** Of each `animation` and `transition`, in milliseconds: how long it moves, and when it is over. */
const lengths = (css: string) =>
  [...css.matchAll(/(?:\banimation:|\btransition:|--wm-motion:)([^;}]+)/g)].flatMap(([, value = '']) =>
    value.split(',').flatMap((one) => {
      const [moves, delay = 0] = [...one.matchAll(/([\d.]+)(m?s)\b/g)].map(
        ([, n, unit]) => Number(n) * (unit === 's' ? 1000 : 1),
      )
      return moves === undefined ? [] : [{ moves, isOverAt: moves + delay }]
    }),
  )

test('no animation takes more than 150 ms, except the moment when something is done', () => {
  const slow = sheets
    .filter(({ path }) => path !== waiting && path !== moment.path)
    .flatMap(({ path, css }) =>
      lengths(css)
        .filter(({ moves }) => moves > 150)
        .map(({ moves }) => `${path}: ${moves} ms`),
    )
  expect(slow).toEqual([])
  const animated = sheets.flatMap(({ css }) =>
    [...css.matchAll(/\banimation:([^;}]+)/g)].flatMap(([, value = '']) => value.trim()),
  )
  expect(animated).toContain('chosen 150ms ease-out')
})

test('the moment takes at most 400 ms, and none where less motion is asked', () => {
  const css = sheets.find(({ path }) => path === moment.path)?.css ?? ''
  const [still = '', moving = ''] = css.split('@media (prefers-reduced-motion: no-preference) {')
  const ends = lengths(moving).map(({ isOverAt }) => isOverAt)
  expect(ends).toHaveLength(2)
  expect(Math.max(...ends)).toBeLessThanOrEqual(moment.mostMs)
  expect(lengths(still)).toEqual([])
})

test('moving a wipe, fading and blinking between two versions need no new layout', () => {
  const css = sheets.find(({ path }) => path.endsWith('compare.module.css'))?.css ?? ''
  const moved = [...css.matchAll(/^\s*([a-z-]+):[^;]*var\(--(?:wipe|fade)\)/gm)].map(
    ([, property]) => property,
  )
  expect(new Set(moved)).toEqual(new Set(['clip-path', 'opacity', 'transform']))
  const blinking = [...css.matchAll(/\[data-older="(?:true|false)"\][^{]*\{([^}]*)\}/g)].flatMap(
    ([, rules = '']) => [...rules.matchAll(/([a-z-]+):/g)].map(([, property]) => property),
  )
  expect(new Set(blinking)).toEqual(new Set(['clip-path', 'opacity']))
})
