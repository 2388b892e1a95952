import axe from 'axe-core'
import { expect } from 'vitest'

/** Checks the screen with axe, without what needs a layout: journeys check contrast. */
export async function expectAccessible(): Promise<void> {
  // Without style sheets, hidden fields would count as visible.
  const seen = { include: [document.body], exclude: [['[hidden]']] }
  const { violations } = await axe.run(seen, {
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  })
  expect(
    violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.map((node) => node.html).join(' | ')}`),
  ).toEqual([])
}
