import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { distance, oklab, seenBy } from '../apps/server/src/platform/media/oklab.ts'
import { colorVisions } from '../packages/contract/src/color-vision.ts'
import { contrastOf, type Rgb, rgbOf } from '../packages/contract/src/contrast.ts'
import { personColors } from '../packages/contract/src/person-colors.ts'

const css = readFileSync(new URL('../apps/web/src/app/theme.css', import.meta.url), 'utf8')

const [light = '', dark = ''] = css.split(':root[data-mantine-color-scheme="dark"] {')

const valueOf = (name: string, theme = light) => {
  const found = new RegExp(`--wm-${name}: (#[0-9a-f]{3,6});`).exec(theme)?.[1]
  if (!found) throw new Error(`no --wm-${name}`)
  return rgbOf(found.length === 4 ? found.replace(/[0-9a-f]/g, '$&$&') : found)
}

const faces = [1, 2, 3, 4]
const people = personColors.map((_, color) => valueOf(`person-${color}`))
const marks = [...people, valueOf('own-mark')]
const [ring, rim] = [valueOf('pin-ring'), valueOf('pin-rim')]

test('each pin has a readable number and two distinct rings', () => {
  for (const mark of marks) expect(contrastOf(mark, ring)).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(ring, rim)).toBeGreaterThanOrEqual(7)
})

test('one of the two rings is visible on any design: red, black, white, grey and every colour of a photograph', () => {
  const steps = [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]
  let least = Number.POSITIVE_INFINITY
  for (const r of steps)
    for (const g of steps)
      for (const b of steps)
        least = Math.min(least, Math.max(contrastOf([r, g, b], ring), contrastOf([r, g, b], rim)))
  expect(least).toBeGreaterThanOrEqual(3)
})

test('exports are in the colours of the screen', () => {
  expect(personColors.map(rgbOf)).toEqual(people)
})

test('the eight colours of people are distinct, for the colour-blind too', () => {
  const pairs = people.flatMap((one, n) => people.slice(n + 1).map((other) => [one, other] as const))
  for (const vision of [null, ...colorVisions]) {
    const seen = (color: Rgb) => oklab(vision === null ? color : seenBy(vision, color))
    for (const [one, other] of pairs) expect(distance(seen(one), seen(other))).toBeGreaterThan(0.06)
  }
})

test('the letters of a face are read on it, and its disc is dark in the dark', () => {
  for (const theme of [light, dark])
    for (const one of faces)
      expect(
        contrastOf(valueOf(`face-${one}`, theme), valueOf(`features-${one}`, theme)),
      ).toBeGreaterThanOrEqual(4.5)
  for (const one of faces) expect(contrastOf(valueOf(`face-${one}`, dark), ring)).toBeGreaterThanOrEqual(7)
})

test('nobody’s colour is the red of the main action', () => {
  for (const [r, g, b] of marks) expect(r > 2 * g && r > 2 * b).toBe(false)
})
