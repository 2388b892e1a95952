import { expect, test } from 'vitest'
import { knowsKeys } from './key-walls.ts'

test.each([
  `<input onKeyDown={(e) => e.key === 'q' && save()} />`,
  `<input onKeyUp={async ({ key }) => close(key)} />`,
  `window.addEventListener('keydown', (press) => run(press.code))`,
  `const onKey = (event: KeyboardEvent<HTMLElement>) => { switch (event.key) {} }`,
  `const onKey = (event: React.KeyboardEvent) => { const { target, key } = event }`,
  `const onKey = ({ key, target }: KeyboardEvent) => commands.get(key)`,
  `const onKey: KeyboardEventHandler<HTMLElement> = (pressed) => moves[pressed.key]`,
  `if (event instanceof KeyboardEvent && keys.has(event['key'])) close()`,
  `type Input = Pick<KeyboardEvent, 'key' | 'ctrlKey'>`,
  `if (event.nativeEvent.isComposing) return`,
  `if (event.keyCode === 229) return`,
  `if (pressed !== 'Escape') return`,
  `useHotkeys([['mod+K', open]])`,
])('refuses a handler that reads the key itself: %s', (source) => {
  expect(knowsKeys(source)).toBe(true)
})

test.each([
  `<input onKeyDown={(event) => isKey(event, 'Enter') && save()} />`,
  `const steps = new Map([['ArrowUp', -1]])`,
  `window.addEventListener('storage', (event) => event.key === tokenKey && read())`,
  `<Row key={id} onKeyDown={keys.onKeyDown} />`,
  `const onKey = (event: KeyboardEvent) => items.find(({ key }) => key === error.code)`,
])('ignores other keys and codes: %s', (source) => {
  expect(knowsKeys(source)).toBe(false)
})
