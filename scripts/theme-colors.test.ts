import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrastOf, rgbOf } from '../packages/contract/src/contrast.ts'
import { personColors } from '../packages/contract/src/person-colors.ts'

const css = readFileSync(new URL('../apps/web/src/app/theme.css', import.meta.url), 'utf8')

const valueOf = (name: string) => {
  const found = new RegExp(`--wm-${name}: (#[0-9a-f]{3,6});`).exec(css)?.[1]
  if (!found) throw new Error(`no --wm-${name}`)
  return rgbOf(found.length === 4 ? found.replace(/[0-9a-f]/g, '$&$&') : found)
}

const people = [1, 2, 3, 4]
const marks = [...people.map((one) => valueOf(`features-${one}`)), valueOf('own-mark')]
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

test('exports have the colours of the screen', () => {
  expect(personColors.map(rgbOf)).toEqual(people.map((one) => valueOf(`features-${one}`)))
})

test('the letters of a face are readable', () => {
  for (const one of people)
    expect(contrastOf(valueOf(`face-${one}`), valueOf(`features-${one}`))).toBeGreaterThanOrEqual(4.5)
})

test('nobody’s colour is the red of the main action', () => {
  for (const [r, g, b] of marks) expect(r > 2 * g && r > 2 * b).toBe(false)
})
