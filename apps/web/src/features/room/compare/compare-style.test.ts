import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'compare.module.css'), 'utf8')

test('moving the wipe and fading need no new layout', () => {
  const moved = [...css.matchAll(/^\s*([a-z-]+):[^;]*var\(--(?:wipe|fade)\)/gm)].map(
    ([, property]) => property,
  )
  expect(new Set(moved)).toEqual(new Set(['clip-path', 'opacity', 'transform']))
})

test('what shows by turns while blinking only fades', () => {
  const blinking = [...css.matchAll(/\[data-older="(?:true|false)"\][^{]*\{([^}]*)\}/g)].flatMap(
    ([, rules = '']) => [...rules.matchAll(/([a-z-]+):/g)].map(([, property]) => property),
  )
  expect(new Set(blinking)).toEqual(new Set(['clip-path', 'opacity']))
})
